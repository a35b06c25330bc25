using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>Counts bytes that are known to the byte, with every kind of method.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class AllocationCounterTests
{
    private const int ObjectSize = 24;
    private const int ArrayHeader = 24;

    private static object? _sink;

    private static readonly AsyncLocal<int> Local = new();

    public static MatrixTheoryData<string, int> KindsAndBytes => new(
        ["void", "T", "Task", "Task<T>", "ValueTask", "ValueTask<T>"], [0, ObjectSize, 1024]);

    [Theory]
    [MemberData(nameof(KindsAndBytes))]
    public async Task Bytes_are_exact_for_every_kind_of_method(string kind, int bytes)
    {
        Operation operation = kind switch
        {
            "void" => new VoidOperation(() => Allocate(bytes)),
            "T" => new ValueOperation<int>(() => Allocate(bytes)),
            "Task" => new TaskOperation(() =>
            {
                Allocate(bytes);
                return Task.CompletedTask;
            }),
            // The runtime keeps a completed task for every small number.
            "Task<T>" => new TaskOperation<int>(async () => Allocate(bytes)),
            "ValueTask" => new ValueTaskOperation(async () => Allocate(bytes)),
            _ => new ValueTaskOperation<int>(async () => Allocate(bytes)),
        };

        (await BytesOf(Fake.Of(Fake.One, operation))).Should().Be(Estimate.Exact(bytes));
    }

    /// <summary>Code that the compiler hasn't optimized yet boxes what it awaits.</summary>
    private static FakeMeasurement Compiled => Fake.Quick with { FirstWarmUp = WarmUp.Cold };

    [Fact]
    public async Task Bytes_are_exact_for_a_method_that_really_waits()
    {
        var wait = new WaitOfAPoolThread(() => Allocate(1024));

        var measured = BytesOf(await Fake.Measure(Compiled, 1, Fake.Of(Fake.One, new ValueTaskOperation(wait.Start))));

        measured.Should().Be(Estimate.Exact(1024));
    }

    [Fact]
    public async Task Every_wait_counts_the_state_machine_that_it_moves_to_the_heap()
    {
        static async Task Wait() => await Task.Yield();

        static async Task WaitAndAllocate()
        {
            await Task.Yield();
            Allocate(1024);
        }

        var samples = await Fake.Measure(Compiled, 4, Fake.Of(Fake.One, Wait), Fake.Of(Fake.Other, WaitAndAllocate));
        var without = Allocation.EstimateBytes(samples.Cases[0].Allocation, AllocationExcess.None, 0.01);
        var with = Allocation.EstimateBytes(samples.Cases[1].Allocation, AllocationExcess.None, 0.01);

        without.Value.Should().BeInRange(72, 160);
        with.Should().Be(Estimate.Exact(without.Value + 1024));
    }

    [Fact]
    public async Task Iteration_setup_and_cleanup_are_not_counted()
    {
        var benchmark = Fake.Of(
            Fake.One, new VoidOperation(() => Allocate(1024)), before: () => Allocate(100_000), after: () => Allocate(50_000));

        (await BytesOf(benchmark)).Should().Be(Estimate.Exact(1024));
    }

    [Fact]
    public async Task Bytes_and_times_are_per_operation_where_a_call_is_several()
    {
        // So little that most blocks see no collection, even where a machine doesn't tell the size of its caches.
        void TenTimes()
        {
            for (var i = 0; i < 10; i++)
                Allocate(64);
        }

        var samples = await Fake.Measure(
            Fake.Quick,
            1,
            Fake.Of(Fake.One, new VoidOperation(TenTimes), operations: 10), Fake.Of(Fake.Other, new VoidOperation(TenTimes)));

        Allocation.EstimateBytes(samples.Cases[0].Allocation, AllocationExcess.None, 0.01).Should().Be(Estimate.Exact(64));
        Allocation.EstimateBytes(samples.Cases[1].Allocation, AllocationExcess.None, 0.01).Should().Be(Estimate.Exact(10 * 64));
        var ratio = samples.Cases[1].Times[0].Zip(samples.Cases[0].Times[0], (all, one) => all / one).Order().ElementAt(
            samples.Cases[0].Times[0].Length / 2);
        ratio.Should().BeInRange(5, 20, "it is 10 but for what disturbs single rounds");
        (samples.Cases[0].OperationsPerBlock % 10).Should().Be(0);
        samples.Cases[0].Allocation.OperationsPerWindow.Should().Be(samples.Cases[0].OperationsPerBlock);
    }

    /// <summary>A second pass would build and warm up everything again.</summary>
    [Theory]
    [InlineData(10, 30, 30)]
    [InlineData(1, 4, 29)]
    public async Task A_maximum_needs_windows_of_which_a_pass_has_all_that_a_part_of_the_budget_allows(
        double budget, int fewest, int most)
    {
        var options = Fake.Quick with
        {
            Budget = new(TimeSpan.FromSeconds(budget)),
            Bounded = new(SampleKinds.None, new KindsOfCase(Fake.One, SampleKinds.Bytes)),
            DecisiveWindows = 60,
        };
        var benchmarks = new[] { Fake.One, Fake.Other }.Select(id => Fake.Of(id, () => Thread.Sleep(7))).ToArray();

        var samples = await Fake.Measure(options, 2, benchmarks);

        samples.Cases.Should().OnlyContain(c => c.OperationsPerBlock == 1);
        samples.Cases[0].Allocation.BytesPerOperation.Should().OnlyContain(
            windows => windows.Length >= fewest && windows.Length <= most);
        samples.Cases[1].Allocation.BytesPerOperation.Should().OnlyContain(
            windows => windows.Length == 4, "no maximum needs more than the fewest");
    }

    [Fact]
    public async Task What_the_test_framework_lets_flow_is_not_counted()
    {
        // A set AsyncLocal copies all that are set already.
        var benchmark = Fake.Of(Fake.One, new TaskOperation(async () => Local.Value++));
        var alone = await BytesOf(benchmark);
        var others = Enumerable.Range(0, 20).Select(i => new AsyncLocal<int> { Value = i + 1 }).ToList();

        var besideOthers = await BytesOf(benchmark);

        besideOthers.Should().Be(alone);
        GC.KeepAlive(others);
    }

    [Fact]
    public async Task What_finalizers_allocate_after_an_earlier_collection_is_not_counted()
    {
        var benchmark = Fake.Of(Fake.One, Fake.Nothing);
        var built = new BuiltCase(new(benchmark, benchmark.Build()), BlockPlan.Single);
        LeaveToCollect(1000);
        GC.Collect();

        (await AllocationCounter.Count(built, effort: 1, WindowPlan.Short)).Should().AllBeEquivalentTo(0);
    }

    [Fact]
    public async Task Nothing_counted_for_a_new_object_every_time_is_an_invalid_measurement() =>
        (await FluentActions.Awaiting(() => Check(new ValueOperation<object>(() => new byte[1000]), 0, 0, 0, 0))
            .Should().ThrowAsync<CaseFailedException>())
            .Which.Fault.Should().Be(new Fault.NoBytes(4, "Byte[]"));

    [Fact]
    public async Task Less_than_nothing_counted_is_an_invalid_measurement() =>
        (await FluentActions.Awaiting(() => Check(new VoidOperation(Fake.Nothing), 0, -24, 0, 0))
            .Should().ThrowAsync<CaseFailedException>())
            .Which.Fault.Should().Be(new Fault.NegativeBytes(-24));

    [Fact]
    public async Task Nothing_counted_is_right_where_nothing_new_is_returned()
    {
        var kept = Enumerable.Range(0, 8).Select(_ => new byte[1000]).ToArray();
        var call = 0;

        await Check(new ValueOperation<object>(() => kept[0]), 0, 0, 0, 0);
        await Check(new ValueOperation<object>(() => kept[call++ % kept.Length]), 0, 0, 0, 0);
        await Check(new ValueOperation<string>(() => "literal"), 0, 0, 0, 0);
        await Check(new ValueOperation<int>(() => 5), 0, 0, 0, 0);
        await Check(new ValueOperation<object>(() => new byte[1000]), 0, 0, 1024, 0);
    }

    private static Task Check(Operation operation, params long[] windows)
    {
        var benchmark = Fake.Of(Fake.One, operation);
        return AllocationCounter.RefuseImpossible(new BuiltCase(new(benchmark, benchmark.Build()), BlockPlan.Single), windows);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeaveToCollect(int count)
    {
        for (var i = 0; i < count; i++)
            _ = new AllocatesAtItsEnd();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Allocate(int bytes)
    {
        if (bytes == ObjectSize)
            _sink = new object();
        else if (bytes > 0)
            _sink = new byte[bytes - ArrayHeader];
        return 1;
    }

    /// <summary>How it arrives is a matter of chance, and what is then allocated. Its own amounts are never growth.</summary>
    [Fact]
    public async Task The_amounts_of_a_streamed_response_have_not_grown_and_with_24_B_more_they_have()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        await using var api = builder.Build();
        api.Urls.Add("http://127.0.0.1:0");
        api.MapGet("/", async (HttpResponse response) =>
        {
            for (var part = 0; part < 8; part++)
            {
                await response.Body.WriteAsync(new byte[2000]);
                await response.Body.FlushAsync();
            }
        });
        await api.StartAsync(TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = new(api.Urls.Single()) };

        var samples = await Fake.Measure(Fake.Quick, 4, Fake.Of(Fake.One, async () =>
        {
            await using var body = await client.GetStreamAsync("/");
            await body.CopyToAsync(Stream.Null);
        }));

        samples.Failures.Should().BeEmpty();
        var counted = samples.Cases[0].Allocation;
        double[] recorded = [.. new Amounts([counted]).All.Order()];
        var isKnown = new Amounts([counted]).IsKnown;
        RecordedAmounts.FindGrowth(recorded, [counted]).Should().Be(isKnown ? 0 : null);
        var grown = counted with { BytesPerOperation = [.. counted.BytesPerOperation.Select(e => Array.ConvertAll(e, b => b + 24))] };
        if (isKnown && recorded.Length > 1 && AmountsText.Untold(recorded)[0] > 2 * 24)
            RecordedAmounts.FindGrowth(recorded, [grown]).Should().Be(24);
    }

    private static async Task<Estimate> BytesOf(Benchmark benchmark) => BytesOf(await Fake.Measure(Fake.Quick, 1, benchmark));

    private static Estimate BytesOf(GroupSamples samples)
    {
        samples.Failures.Should().BeEmpty();
        return Allocation.EstimateBytes(samples.Cases[0].Allocation, AllocationExcess.None, 0.01);
    }

    /// <summary>
    /// A wait that allocates nothing itself. It ends on another thread, and only once somebody waits: the runtime allocates 32 B for a
    /// <see cref="ValueTask"/> that completes while it begins to be awaited.
    /// </summary>
    private sealed class WaitOfAPoolThread(Action work) : IValueTaskSource, IThreadPoolWorkItem
    {
        private ManualResetValueTaskSourceCore<bool> _core;

        public ValueTask Start()
        {
            _core.Reset();
            return new(this, _core.Version);
        }

        void IThreadPoolWorkItem.Execute()
        {
            work();
            _core.SetResult(true);
        }

        void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

        ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

        void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
        {
            _core.OnCompleted(continuation, state, token, flags);
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
    }

    private sealed class AllocatesAtItsEnd
    {
        ~AllocatesAtItsEnd()
        {
            Allocate(1024);
            Thread.SpinWait(10_000);
        }
    }
}
