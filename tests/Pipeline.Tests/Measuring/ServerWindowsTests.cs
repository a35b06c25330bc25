using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>The server's resources that a case uses.</summary>
public sealed class ServerWindowsTests
{
    private readonly FakeServer _server = new();

    private FakeMeasurement Options => Fake.Quick with { Usage = () => _server };

    [Fact]
    public async Task Bytes_are_those_of_an_operation_exactly()
    {
        var samples = await Fake.Measure(
            Options,
            2,
            Fake.Of(Fake.Baseline, () => _server.Allocate(1000)),
            Fake.Of(Fake.One, new VoidOperation(() => _server.Allocate(1024 * 4)), operations: 4));

        var group = GroupComparison.Compare(samples, new ErrorRates());
        group.Cases[0].Measured[Metric.ServerAllocatedBytes].Should().Be(Estimate.Exact(1000));
        group.Cases[1].Measured[Metric.ServerAllocatedBytes].Should().Be(Estimate.Exact(1024));
        group.Cases[1].Measured[Metric.ServerAllocatedRatio].Should().Be(Estimate.Exact(1.024));
        group.Cases[0].Find(Metric.ServerAllocatedRatio).Should().BeNull("it is the baseline itself");
        group.Cases[1].Evidence.ServerAllocation!.Value.Windows.Should().BeGreaterThanOrEqualTo(8);
    }

    [Fact]
    public async Task What_the_server_allocates_after_its_answer_falls_into_the_next_window()
    {
        // Half of an operation's bytes come late. Windows that began anew after each reading would lose them.
        var late = 0;
        var samples = await Fake.Measure(Options, 1, Fake.Of(
            Fake.One,
            () =>
            {
                _server.Allocate(500 + late);
                late = 500;
            }));

        samples.Cases[0].ServerAllocation!.BytesPerOperation[0].Should().OnlyContain(bytes => bytes == 1000);
    }

    [Theory]
    [InlineData(SampleKinds.ServerBytes, SampleKinds.All, 100, 50)]
    [InlineData(SampleKinds.ServerBytes, SampleKinds.All, 0.2, 25)]
    [InlineData(SampleKinds.ServerBytes, SampleKinds.ServerBytes, 0.2, 50)]
    [InlineData(SampleKinds.ServerBytes, SampleKinds.ServerBytes, 0.08, 40)]
    [InlineData(SampleKinds.Bytes, SampleKinds.All, 100, 15)]
    internal async Task A_maximum_needs_windows_of_which_a_pass_has_all_that_a_part_of_the_budget_allows_or_all_of_it_without_times(
        SampleKinds bounded, SampleKinds limited, double budget, int windows)
    {
        var clock = new FakeClock();
        var options = Options with
        {
            Clock = clock,
            Budget = new(TimeSpan.FromSeconds(budget)),
            Bounded = new(bounded),
            Limited = new(limited),
            DecisiveWindows = 100,
            HasAACheck = false,
        };

        var samples = await Fake.Measure(
            options, 2, Fake.Of(Fake.One, new VoidOperation(() => clock.Advance(TimeSpan.FromMilliseconds(1))), before: Fake.Nothing));

        samples.Cases[0].ServerAllocation!.BytesPerOperation.Should().OnlyContain(epoch => epoch.Length == windows);
    }

    [Fact]
    public async Task What_surrounds_an_iteration_is_not_counted()
    {
        var samples = await Fake.Measure(Options, 1, Fake.Of(
            Fake.One,
            new VoidOperation(() => _server.Allocate(1000)),
            before: () => _server.Allocate(70),
            after: () => _server.Allocate(7)));

        samples.Cases[0].ServerAllocation!.BytesPerOperation[0].Should().OnlyContain(bytes => bytes == 1000);
    }

    [Fact]
    public async Task A_cleanup_without_a_setup_is_not_counted()
    {
        var samples = await Fake.Measure(
            Options, 1, Fake.Of(Fake.One, new VoidOperation(() => _server.Allocate(1000)), after: () => _server.Allocate(7)));

        samples.Cases[0].ServerAllocation!.BytesPerOperation[0].Should().OnlyContain(bytes => bytes == 1000);
    }

    /// <summary>On a clock of its own, so that a pause of the machine doesn't leave room for a few windows only.</summary>
    [Fact]
    public async Task Some_calls_that_make_the_server_allocate_more_are_found()
    {
        var clock = new FakeClock();
        var calls = 0;
        void Call(int bytes)
        {
            _server.Allocate(bytes);
            clock.Advance(TimeSpan.FromMicroseconds(100));
        }

        var samples = await Fake.Measure(
            Options with { Clock = clock },
            4,
            Fake.Of(Fake.Baseline, new VoidOperation(() => Call(2000)), before: Fake.Nothing),
            Fake.Of(Fake.One, new VoidOperation(() => Call(++calls % 10 == 0 ? 12_000 : 2000)), before: Fake.Nothing));

        var bytes = GroupComparison.Compare(samples, new ErrorRates()).Cases[1].Measured[Metric.ServerAllocatedBytes];
        bytes.Value.Should().BeApproximately(3000, 100);
        bytes.Lower.Should().BeGreaterThan(2100);
    }

    [Fact]
    public async Task Processor_time_is_that_of_an_operation()
    {
        var samples = await Fake.Measure(Options, 2, Fake.Of(Fake.One, () => _server.Compute(TimeSpan.FromMicroseconds(30))));

        GroupComparison.Compare(samples, new ErrorRates()).Cases[0].Measured[Metric.ServerCpuTime].Should().Be(Estimate.Exact(30_000));
    }

    [Fact]
    public async Task Code_that_always_compiles_is_measured_with_it()
    {
        var samples = await Fake.Measure(Options, 1, Fake.Of(Fake.One, () => _server.Compile(TimeSpan.FromMilliseconds(1))));

        GroupComparison.Compare(samples, new ErrorRates()).Cases[0].Measured[Metric.ServerCpuTime].Value.Should().Be(1_000_000);
    }

    [Fact]
    public async Task A_server_that_each_epochs_setup_starts_is_read_and_not_one_that_has_been_stopped()
    {
        var servers = new List<FakeServer>();
        var samples = await Fake.Measure(Fake.Quick with { Usage = () => servers[^1] }, 2, Fake.Of(
            Fake.One,
            new VoidOperation(() => servers[^1].Allocate(1000)),
            setUp: () => servers.Add(new FakeServer()),
            cleanUp: () => servers[^1].Fault = new InvalidOperationException("It has been stopped.")));

        samples.Failures.Should().BeEmpty();
        servers.Count.Should().BeGreaterThan(1);
        samples.Cases[0].ServerAllocation!.BytesPerOperation.Should().HaveCount(2).And.OnlyContain(
            epoch => epoch.Length > 0 && epoch.All(bytes => bytes == 1000));
    }

    [Fact]
    public async Task A_server_that_can_not_be_read_is_not_asked_and_the_reason_is_kept()
    {
        var remote = new FakeServer { Unread = UnreadUsage.ExternalServer, Fault = new InvalidOperationException() };

        var samples = await Fake.Measure(Fake.Quick with { Usage = () => remote }, 1, Fake.Of(Fake.One, Fake.Nothing));

        samples.Failures.Should().BeEmpty();
        var compared = GroupComparison.Compare(samples, new ErrorRates()).Cases[0];
        compared.UnreadUsage.Should().Be(UnreadUsage.ExternalServer);
        compared.Measured.Should().NotContainKeys(Metric.ServerAllocatedBytes, Metric.ServerCpuTime);
    }

    [Fact]
    public async Task A_server_that_dies_fails_all_cases_and_not_the_one_that_ran()
    {
        var samples = await Fake.Measure(
            Options,
            1,
            Fake.Of(Fake.One, () => _server.Fault = new InvalidOperationException("It is gone.")),
            Fake.Of(Fake.Other, Fake.Nothing));

        samples.Failures.Select(f => f.Id).Should().BeEquivalentTo([Fake.One, Fake.Other]);
        samples.Failures.Select(f => f.Fault).Should().AllBeOfType<Fault.NotCounted>()
            .Which.Should().OnlyContain(f => f.Reason == "It is gone.");
    }
}
