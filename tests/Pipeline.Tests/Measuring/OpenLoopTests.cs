using System.Collections.Concurrent;
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

/// <summary>Calls that start at a constant rate.</summary>
[Collection(nameof(JudgedMeasurements))]
public sealed class OpenLoopTests : IClassFixture<JudgedTimes>
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Calls_start_when_they_are_due_whatever_becomes_of_those_before(bool isAsync)
    {
        var starts = new ConcurrentBag<long>();
        using var unanswered = new CountdownEvent(20);
        using var load = Create(rate: 1000, () => isAsync
            ? new TaskOperation(async () =>
            {
                Start();
                await Task.Yield();
                while (!unanswered.IsSet)
                    await Task.Delay(1);
            })
            : new VoidOperation(() =>
            {
                Start();
                unanswered.Wait();
            }));

        // None ends before the last has started.
        var begin = Stopwatch.GetTimestamp();
        await load.Run(20);

        starts.Should().HaveCount(20);
        starts.Order().Select((start, call) => Stopwatch.GetElapsedTime(begin, start) >= TimeSpan.FromMilliseconds(call))
            .Should().OnlyContain(isDue => isDue);

        void Start()
        {
            starts.Add(Stopwatch.GetTimestamp());
            unanswered.Signal();
        }
    }

    [Fact]
    public async Task The_time_of_a_call_contains_what_it_waited_for_its_turn()
    {
        // More calls than the pool has threads, also after tests that have made it grow to dozens.
        using var load = Create(rate: 2000, () => new TaskOperation(() =>
        {
            Thread.Sleep(100);
            return Task.CompletedTask;
        }));

        await load.Run(100);

        Stopwatch.GetElapsedTime(0, load.Times[0]).TotalMilliseconds.Should().BeGreaterThan(95);
        Stopwatch.GetElapsedTime(0, load.Times[^1]).TotalMilliseconds.Should().BeGreaterThan(145);
    }

    [Fact]
    public async Task Failed_calls_are_counted_by_their_kind()
    {
        var calls = 0;
        using var load = Create(rate: 2000, () => new TaskOperation(
            () => Interlocked.Increment(ref calls) % 10 == 0 ? throw new InvalidOperationException("No such order.") : Task.CompletedTask));

        var run = () => load.Run(40).AsTask();

        var fault = (await run.Should().ThrowAsync<CaseFailedException>()).Which.Fault.Should().BeOfType<Fault.CallsFailed>().Subject;
        (fault.Failed, fault.Calls, fault.Load).Should().Be((4, 40, "2,000 calls a second"));
        fault.Kinds.Should().ContainSingle().Which.Exception.Should().Contain("No such order.");
    }

    [Fact]
    public async Task A_rate_that_is_kept_up_is_measured()
    {
        var samples = await Fake.Measure(
            Fake.Quick,
            1,
            AtRate(Fake.Baseline, 1000, () => Task.Delay(5)),
            AtRate(Fake.One, 1000, () => Fake.Wait(100)));

        samples.Failures.Should().BeEmpty();
        var compared = GroupComparison.Compare(samples, new ErrorRates()).Find(Fake.One)!;
        compared.Measured[Metric.RequestsPerSecond].Value.Should().BeApproximately(1000, 1e-6);
        compared.Measured[Metric.MedianTime].Value.Should().BeInRange(100e6, 500e6, "a call takes 100 ms, and the timer may fire late");
        compared.Measured[Metric.TimeP99].Value.Should().BeGreaterThanOrEqualTo(compared.Measured[Metric.TimeP95].Value);
        compared.Measured[Metric.TimeRatioP99].Value.Should().BeGreaterThan(1);
        compared.Measured.Should().NotContainKey(Metric.ThroughputRatio);
        compared.Evidence.Load.Should().Be(new LoadModel(ArrivalRate: 1000));
    }

    [Fact]
    public async Task A_rate_that_can_not_be_kept_up_is_refused_and_the_reached_one_is_stated()
    {
        using var server = new SemaphoreSlim(1);

        var samples = await Fake.Measure(
            Fake.Quickest,
            1,
            AtRate(Fake.One, 200, async () =>
            {
                await server.WaitAsync();
                await Task.Delay(10);
                server.Release();
            }));

        var fault = samples.Failures.Should().ContainSingle().Which.Fault.Should().BeOfType<Fault.RateNotReached>().Subject;
        fault.Rate.Should().Be(200);
        fault.Reached.Should().BeInRange(1, 150, "a call takes 10 ms or more");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    public async Task Bytes_are_those_of_the_case(int bytes)
    {
        var samples = await Fake.Measure(
            Fake.Quick with { Kinds = SampleKinds.Times | SampleKinds.Bytes },
            1,
            Fake.Overlapping(Fake.One, new LoadModel(ArrivalRate: 2000), () => new ValueTaskOperation(() =>
            {
                if (bytes > 0)
                    _ = new byte[bytes - 24];
                return ValueTask.CompletedTask;
            })));

        samples.Cases.Single().Allocation.BytesPerOperation.SelectMany(w => w).Order().First().Should().Be(bytes);
    }

    private static LoadGenerator Create(double rate, Func<Operation> operation)
    {
        var benchmark = Fake.Overlapping(Fake.One, new LoadModel(ArrivalRate: rate), operation);
        return LoadGenerator.Create(new BenchmarkInstance(benchmark, benchmark.Build()))!;
    }

    private static Benchmark AtRate(CaseId id, double rate, Func<Task> operation) =>
        Fake.Overlapping(id, new LoadModel(ArrivalRate: rate), () => new TaskOperation(operation));
}
