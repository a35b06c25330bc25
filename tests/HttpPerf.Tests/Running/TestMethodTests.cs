using System.Reflection;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Workloads;
using Xunit;
using Xunit.v3;

namespace HttpPerf.Tests.Running
{
    /// <summary>Test methods that are cases, in classes created as xUnit does.</summary>
    public sealed class TestMethodTests
    {
        [Fact]
        public void Each_measured_method_is_a_group_that_needs_no_limits()
        {
            var groups = BenchmarkDiscovery.Discover(typeof(XunitTestBenchmarks<Ordinary>));

            groups.Select(group => group.Name)
                .Should().BeEquivalentTo("Running.Ordinary.Writes", "Running.Ordinary.Waits", "Running.Ordinary.Counts");
            groups.Should().OnlyContain(group => !group.Cases.Single().NeedsLimits && group.Cases.Single().Id.Name == group.Name);
        }

        [Fact]
        public void A_class_has_another_name_than_classes_with_measured_tests_and_benchmarks() =>
            BenchmarkDiscovery.Discover(typeof(XunitTestBenchmarks<OfOneName.Ordinary>)).Single().Name
                .Should().Be("OfOneName.Ordinary.Writes");

        [Fact]
        public async Task Instances_that_live_at_the_same_time_share_fixtures_which_end_with_the_last()
        {
            ClassFixture.Events.Clear();
            var (one, other) = (Build<Ordinary>("Writes"), Build<Ordinary>("Waits"));

            await one.SetUp();
            await other.SetUp();
            await one.Operation.InvokeOnce();
            await one.Operation.InvokeOnce();
            await other.Operation.InvokeOnce();
            await one.CleanUp();
            ClassFixture.Events.Should().Equal("created", "initialized", "ready", "ready", "wrote", "wrote", "waited", "left");
            await other.CleanUp();
            ClassFixture.Events.Skip(8).Should().Equal("left", "disposed");

            ClassFixture.Events.Clear();
            await one.SetUp();
            await one.CleanUp();
            ClassFixture.Events.Should().Equal("created", "initialized", "ready", "left", "disposed");
        }

        [Theory]
        [InlineData(typeof(Unresolved), "Unresolved takes a Version, which is no fixture of its class, collection or assembly.")]
        [InlineData(typeof(Surrounded), "Surrounded.Runs has a [PerfFact] and a [Surrounding], which acts before and after each test, *")]
        [InlineData(typeof(Returning), "Returning.Runs returns Int32. A test that is measured returns nothing, a Task or a ValueTask.")]
        public async Task What_only_a_run_of_xUnit_gives_is_refused_by_name(Type tests, string message)
        {
            var workload = WorkloadBuilder.Build(
                BenchmarkDiscovery.Discover(typeof(XunitTestBenchmarks<>).MakeGenericType(tests)).Single().Cases.Single().Benchmark);

            await workload.Awaiting(w => w.SetUp()).Should().ThrowAsync<BenchmarkDeclarationException>().WithMessage(message);
            await workload.CleanUp();
        }

        [Fact]
        public async Task A_fixture_that_can_not_be_created_leaves_nothing_behind()
        {
            var workload = Build<Broken>("Runs");
            ClassFixture.Events.Clear();

            await workload.Awaiting(w => w.SetUp()).Should().ThrowAsync<Exception>().WithMessage("*BrokenFixture*");
            await workload.CleanUp();

            ClassFixture.Events.Should().Equal("created", "initialized", "disposed");
        }

        private static Workload Build<TTests>(string method) => WorkloadBuilder.Build(
            BenchmarkDiscovery.Discover(typeof(XunitTestBenchmarks<TTests>)).SelectMany(g => g.Cases)
                .Single(c => c.Id.Method == method).Benchmark);
    }

    public sealed class ClassFixture : IAsyncLifetime
    {
        public ClassFixture() => Events.Add("created");

        public static List<string> Events { get; } = [];

        public ValueTask InitializeAsync()
        {
            Events.Add("initialized");
            return default;
        }

        public ValueTask DisposeAsync()
        {
            Events.Add("disposed");
            return default;
        }
    }

    public sealed class Ordinary(ClassFixture fixture, ITestOutputHelper output, int size = 3) : IClassFixture<ClassFixture>, IAsyncLifetime
    {
        public ValueTask InitializeAsync()
        {
            Assert.NotNull(fixture);
            Assert.Equal(3, size);
            ClassFixture.Events.Add("ready");
            return default;
        }

        public ValueTask DisposeAsync()
        {
            ClassFixture.Events.Add("left");
            return default;
        }

        [Measured]
        public void Writes()
        {
            output.WriteLine("{0}", size);
            ClassFixture.Events.Add("wrote");
        }

        [Measured]
        public async Task Waits()
        {
            await Task.Yield();
            ClassFixture.Events.Add("waited");
        }

        [Measured]
        public static ValueTask Counts() => default;

        public void Is_not_measured() => throw new InvalidOperationException();
    }

    public sealed class Unresolved(Version version)
    {
        [Measured]
        public void Runs() => Assert.NotNull(version);
    }

    public sealed class Surrounded
    {
        [Measured]
        [Surrounding]
        public void Runs()
        {
        }
    }

    public sealed class Returning
    {
        [Measured]
        public int Runs() => 1;
    }

    public sealed class BrokenFixture
    {
        public BrokenFixture() => throw new InvalidOperationException("It has no room.");
    }

    public sealed class Broken : IClassFixture<ClassFixture>, IClassFixture<BrokenFixture>
    {
        [Measured]
        public void Runs()
        {
        }
    }

    /// <summary>Like [PerfFact], but xUnit runs only the tests above.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MeasuredAttribute : Attribute, IPerfFact
    {
        public bool IsSkipped => false;

        public Type Benchmarks => typeof(XunitTestBenchmarks<>);

        public Type BenchmarksOf(MethodInfo test) => Benchmarks.MakeGenericType(test.ReflectedType!);
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class SurroundingAttribute : BeforeAfterTestAttribute
    {
        public override void Before(MethodInfo methodUnderTest, IXunitTest test) => throw new InvalidOperationException();
    }
}

namespace HttpPerf.Tests.OfOneName
{
    public sealed class Ordinary
    {
        [Running.Measured]
        public void Writes()
        {
        }
    }
}
