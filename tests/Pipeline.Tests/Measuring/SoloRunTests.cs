using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>The cost of a case is its own, whoever runs beside it.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class SoloRunTests
{
    private static byte[]? _garbage;

    /// <summary>
    /// On a clock of its own. Each stretch begins with a collection, so one that a busy machine makes short would end before the next.
    /// </summary>
    [Fact]
    public async Task Collections_are_charged_to_the_case_that_makes_the_garbage()
    {
        var clock = new FakeClock();
        void MakeGarbage(int bytes)
        {
            _garbage = new byte[bytes];
            clock.Advance(TimeSpan.FromMicroseconds(10));
        }

        var group = await Measure(
            Options with { Clock = clock },
            epochs: 4,
            Fake.Of(Fake.Baseline, () => clock.Advance(TimeSpan.FromTicks(1))),
            Fake.Of(Fake.One, () => MakeGarbage(500_000)),
            Fake.Of(Fake.Other, () => MakeGarbage(1_500_000)));

        group[Fake.Baseline][Metric.Gen0Collections].Value.Should().Be(0);
        group[Fake.Baseline][Metric.GcPause].Value.Should().Be(0);
        group[Fake.One][Metric.Gen2Collections].Lower.Should().BePositive("objects this large are collected with generation 2");
        group[Fake.Other][Metric.Gen2Collections].Value.Should().BeGreaterThan(2 * group[Fake.One][Metric.Gen2Collections].Value);
        group[Fake.Other][Metric.GcPause].Value.Should().BePositive();
    }

    [Fact]
    public async Task Processor_time_is_that_of_all_threads_and_not_of_waiting()
    {
        var group = await Measure(
            Options,
            epochs: 8,
            Fake.Of(Fake.Baseline, () => Thread.SpinWait(20_000)),
            Fake.Of(Fake.One, () => Parallel.Invoke(() => Thread.SpinWait(20_000), () => Thread.SpinWait(20_000))),
            Fake.Of(Fake.Other, () => Thread.Sleep(5)));

        group[Fake.One][Metric.CpuRatio].Value.Should().BeInRange(1.5, 3);
        group[Fake.Other][Metric.CpuTime].Value.Should().BeLessThan(group[Fake.Other][Metric.MedianTime].Value / 4);
    }

    [Fact]
    public async Task Processor_time_is_measured_again_if_the_compiler_has_worked()
    {
        var server = new FakeServer();
        var collections = -1;
        var samples = await Fake.Measure(Options with { Usage = () => server }, 1, Fake.Of(Fake.One, () =>
        {
            // Every attempt begins with a collection. During the first ones, the compiler is at work.
            collections = collections < 0 ? GC.CollectionCount(2) : collections;
            server.Compute(TimeSpan.FromMicroseconds(30));
            if (GC.CollectionCount(2) < collections + 3)
                server.Compile(TimeSpan.FromMilliseconds(1));
        }));

        GroupComparison.Compare(samples, new ErrorRates()).Cases[0].Measured[Metric.ServerCpuTime].Value.Should().Be(30_000);
    }

    /// <summary>Warms up, so that the compiler has little to do.</summary>
    private static FakeMeasurement Options => Fake.Quick with { FirstWarmUp = WarmUp.Cold };

    private static async Task<Dictionary<CaseId, IReadOnlyDictionary<Metric, Estimate>>> Measure(
        FakeMeasurement options, int epochs, params Benchmark[] benchmarks) =>
        GroupComparison.Compare(await Fake.Measure(options, epochs, benchmarks), new ErrorRates())
            .Cases.ToDictionary(c => c.Case, c => c.Measured);
}
