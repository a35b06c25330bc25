using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>Calls from several callers at the same time.</summary>
[Collection(nameof(JudgedMeasurements))]
public sealed class LoadGeneratorTests : IClassFixture<JudgedTimes>
{
    private const int Callers = 8;

    /// <summary>For callers that never come together.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly TaskCompletionSource _allAtOnce = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private int _calls;
    private int _atTheSameTime;
    private int _most;

    public static TheoryData<string> Kinds => ["Task", "completed Task", "ValueTask", "void"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_block_makes_exactly_its_calls_by_all_callers_at_the_same_time(string kind)
    {
        using var load = Create(Callers, () => kind switch
        {
            "Task" => new TaskOperation(Wait),
            "completed Task" => new TaskOperation(() =>
            {
                Enter();
                Leave();
                return Task.CompletedTask;
            }),
            "ValueTask" => new ValueTaskOperation<int>(async () =>
            {
                await Wait();
                return 1;
            }),
            _ => new VoidOperation(Work),
        });

        for (var block = 1; block <= 3; block++)
        {
            await load.Run(100);

            _calls.Should().Be(block * 100);
            load.Times.Length.Should().Be(100);
        }

        // Calls that end at once may be over before all callers have begun.
        if (kind != "completed Task")
            _most.Should().Be(Callers);
    }

    [Fact]
    public async Task Calls_are_timed_one_by_one_and_the_block_as_a_whole()
    {
        using var load = Create(2, () => new TaskOperation(() => Fake.Wait(Interlocked.Increment(ref _calls) % 10 == 0 ? 1000 : 20)));

        var elapsed = TimeSpan.FromMilliseconds((await load.Run(20)).Nanoseconds / 1e6);

        var times = Array.ConvertAll(load.Times.ToArray(), ticks => Stopwatch.GetElapsedTime(0, ticks).TotalMilliseconds);
        times.Should().BeInAscendingOrder().And.OnlyContain(time => time > 15);
        times.Count(time => time > 900).Should().Be(2);
        // Two callers make 18 calls of 20 ms and 2 of a second.
        elapsed.Should().BeGreaterThan(TimeSpan.FromMilliseconds(1175)).And.BeLessThan(TimeSpan.FromMilliseconds(times.Sum() - 50));
    }

    [Fact]
    public async Task Failed_calls_are_counted_by_their_kind()
    {
        using var load = Create(4, () => new TaskOperation(async () =>
        {
            var call = Interlocked.Increment(ref _calls);
            await Task.Yield();
            if (call % 10 == 0)
                throw new HttpRequestException($"Connection {call} was refused.");
            if (call % 25 == 1)
                throw new InvalidOperationException("No such order.");
        }));

        var run = () => load.Run(100).AsTask();

        var failure = (await run.Should().ThrowAsync<CaseFailedException>()).Which;
        var fault = failure.Fault.Should().BeOfType<Fault.CallsFailed>().Subject;
        (fault.Failed, fault.Calls, fault.Load, fault.OtherKinds).Should().Be((14, 100, "4 callers at the same time", 0));
        fault.Kinds.Select(kind => kind.Count).Should().Equal(10, 4);
        fault.Kinds[0].Exception.Should().MatchRegex(@"^System\.Net\.Http\.HttpRequestException: Connection \d+ was refused\.");
        fault.Kinds[1].Exception.Should().StartWith("System.InvalidOperationException: No such order.")
            .And.Contain($"{nameof(LoadGeneratorTests)}.cs:line ");
        failure.IsOfRequest.Should().BeTrue();
    }

    [Fact]
    public async Task Calls_that_throw_at_once_are_counted_too()
    {
        using var load = Create(4, () => new TaskOperation(() => throw new InvalidOperationException("Not now.")));

        var run = () => load.Run(10).AsTask();

        var fault = (await run.Should().ThrowAsync<CaseFailedException>()).Which.Fault.Should().BeOfType<Fault.CallsFailed>().Subject;
        (fault.Failed, fault.Calls).Should().Be((10, 10));
        fault.Kinds.Should().ContainSingle().Which.Exception.Should().StartWith("System.InvalidOperationException: Not now.");
    }

    [Fact]
    public async Task A_single_empty_result_among_many_is_found()
    {
        using var load = Create(
            4, () => new TaskOperation<string>(() => Task.FromResult(Interlocked.Increment(ref _calls) == 57 ? "" : "text")));

        var run = () => load.Run(100).AsTask();

        var fault = (await run.Should().ThrowAsync<CaseFailedException>()).Which.Fault.Should().BeOfType<Fault.CallsFailed>().Subject;
        (fault.Failed, fault.Calls).Should().Be((1, 100));
        fault.Kinds.Should().Equal(new FailedCallKind(1, null, "an empty string"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    public async Task Bytes_are_those_of_the_case(int bytes)
    {
        var samples = await Fake.Measure(
            Fake.Quick with { Kinds = SampleKinds.Times | SampleKinds.Bytes },
            1,
            Fake.Concurrent(Fake.One, 16, () => new ValueTaskOperation(() =>
            {
                if (bytes > 0)
                    _ = new byte[bytes - 24];
                return ValueTask.CompletedTask;
            })));

        // A block of thousands of calls allocates a few hundred bytes for itself.
        samples.Cases.Single().Allocation.BytesPerOperation.SelectMany(w => w).Order().First().Should().BeInRange(bytes, bytes + 1);
    }

    [Fact]
    public async Task The_throughput_and_the_slowest_calls_of_two_builds_are_compared()
    {
        var id = Cases.Alone("Fake.Loaded");

        var samples = await Fake.Measure(
            Fake.Quick, 4, Fake.Concurrent(id, 4, Yield), Fake.Concurrent(id.Before(), 4, Yield));

        samples.Before.Single().OperationsPerBlock.Should().Be(samples.Cases.Single().OperationsPerBlock);
        var compared = GroupComparison.Compare(samples, new ErrorRates()).Cases.Single();
        foreach (var metric in new[] { Metric.AgainstThroughputRatio, Metric.AgainstTimeRatioP95, Metric.AgainstTimeRatioP99 })
            compared.Measured[metric].Should().Match<Estimate>(e => e.Value > 0 && e.Lower <= e.Value && e.Value <= e.Upper);

        static async Task Yield() => await Task.Yield();
    }

    [Fact]
    public async Task Cases_with_as_many_callers_have_blocks_of_as_many_calls_however_long_these_take()
    {
        var samples = await Fake.Measure(
            Fake.Concurrent(Fake.Baseline, 2, () => Spin(1)),
            Fake.Concurrent(Fake.One, 2, () => Spin(3)),
            Fake.Concurrent(Fake.Other, 1, () => Spin(30)));

        samples.Cases[1].OperationsPerBlock.Should().Be(samples.Cases[0].OperationsPerBlock);
        samples.Cases[2].OperationsPerBlock.Should().BeLessThan(samples.Cases[0].OperationsPerBlock);

        static Task Spin(int times)
        {
            Thread.SpinWait(500 * times);
            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task A_measured_group_has_the_throughput_of_all_callers_and_the_times_of_single_calls()
    {
        var samples = await Fake.Measure(
            Fake.Quick,
            1,
            Fake.Concurrent(Fake.Baseline, 10, () => Fake.Wait(5)),
            Fake.Concurrent(Fake.One, 10, () => Fake.Wait(50)));

        samples.Failures.Should().BeEmpty();
        var compared = GroupComparison.Compare(samples, new ErrorRates()).Find(Fake.One)!;
        // Timers fire late on a busy machine, of both cases alike. Whatever a call takes, ten of them are under way.
        var seconds = compared.Measured[Metric.MedianTime].Value / 1e9;
        seconds.Should().BeInRange(0.05, 0.5);
        compared.Measured[Metric.RequestsPerSecond].Value.Should().BeInRange(5 / seconds, 11 / seconds);
        compared.Measured[Metric.ThroughputRatio].Value.Should().BeInRange(0.02, 0.7);
        compared.Measured[Metric.TimeP99].Value.Should().BeGreaterThanOrEqualTo(compared.Measured[Metric.TimeP95].Value);
        compared.Evidence.Load.Should().Be(new LoadModel(Callers: 10));
    }

    private static LoadGenerator Create(int count, Func<Operation> operation)
    {
        var benchmark = Fake.Concurrent(Fake.One, count, operation);
        return LoadGenerator.Create(new BenchmarkInstance(benchmark, benchmark.Build()))!;
    }

    private async Task Wait()
    {
        Enter();
        await _allAtOnce.Task.WaitAsync(Patience);
        Leave();
    }

    private void Work()
    {
        Enter();
        _allAtOnce.Task.WaitAsync(Patience).GetAwaiter().GetResult();
        Leave();
    }

    private void Enter()
    {
        var now = Interlocked.Increment(ref _atTheSameTime);
        if (now == Callers)
            _allAtOnce.TrySetResult();
        for (var most = _most; now > most; most = _most)
            Interlocked.CompareExchange(ref _most, now, most);
    }

    private void Leave()
    {
        Interlocked.Decrement(ref _atTheSameTime);
        Interlocked.Increment(ref _calls);
    }
}
