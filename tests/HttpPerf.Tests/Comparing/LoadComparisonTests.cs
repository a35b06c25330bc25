using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Running;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>Figures of concurrent callers; fixed seeds.</summary>
public sealed class LoadComparisonTests
{
    private const int EpochCount = 8;
    private const int Rounds = 40;
    private const int Calls = 2000;

    private readonly Random _random = new(20261124);

    [Fact]
    public void Throughput_is_compared_round_by_round()
    {
        // The machine's speed changes by a third from round to round, for both.
        double[][] speeds = [.. Enumerable.Range(0, EpochCount).Select(_ => Streams.Of(Rounds, () => 1 + (_random.NextDouble() / 3)))];
        var baseline = Load(Group.Baseline, Times(speeds, 10_000), TailOf(1));
        var slower = Load(Group.Stream, Times(speeds, 12_500), TailOf(1));

        var measured = Compare(slower, baseline);

        measured[Metric.ThroughputRatio].Value.Should().BeApproximately(0.8, 0.002);
        measured[Metric.ThroughputRatio].Lower.Should().BeInRange(0.77, 0.8);
        measured[Metric.ThroughputRatio].Upper.Should().BeInRange(0.8, 0.83);
        measured[Metric.RequestsPerSecond].Value.Should().BeInRange(1e9 / 12_500 / 1.333, 1e9 / 12_500);
    }

    [Fact]
    public void A_tail_of_one_call_in_fifty_shows_in_the_99th_percentile_and_not_in_the_95th()
    {
        var speeds = Enumerable.Repeat(Enumerable.Repeat(1.0, Rounds).ToArray(), EpochCount).ToArray();
        var baseline = Load(Group.Baseline, Times(speeds, 10_000), TailOf(1));
        var delayed = Load(Group.Stream, Times(speeds, 10_000), TailOf(3));

        var measured = Compare(delayed, baseline);

        measured[Metric.TimeRatioP99].Value.Should().BeApproximately(3000 / 1095.0, 0.03);
        measured[Metric.TimeRatioP99].Lower.Should().BeGreaterThan(2.6);
        measured[Metric.TimeP99].Value.Should().BeApproximately(3000, 100);
        measured[Metric.TimeRatioP95].Upper.Should().BeLessThan(1.05);
        measured[Metric.TimeP95].Value.Should().BeApproximately(1090, 20);
    }

    [Fact]
    public void Rounds_take_as_long_as_all_callers_together_and_not_as_one_call_times_their_number()
    {
        var samples = Load(Group.Stream, [[10_000, 12_000]], TailOf(1)) with { Epochs = [[640_000, 768_000]], OperationsPerBlock = 256 };

        samples.Taken.Should().Be(TimeSpan.FromMicroseconds(22 * 256));
        (samples with { Load = null }).Taken.Should().Be(TimeSpan.FromMicroseconds(1408 * 256));
    }

    [Fact]
    public void Without_concurrent_callers_there_is_no_figure_of_them()
    {
        var measured = Compare(Group.Times(Group.Stream, [1, 2, 3]), Group.Times(Group.Baseline, [1, 2, 3]));

        measured.Keys.Should().NotContain(metric => metric.NeedsLoad);
    }

    private static IReadOnlyDictionary<Metric, Estimate> Compare(CaseSamples samples, CaseSamples baseline) =>
        GroupComparison.Compare(Group.Of(baseline, samples), new ErrorRates()).Find(samples.Id)!.Measured;

    private static CaseSamples Load(CaseId id, double[][] timePerOperation, IReadOnlyList<CallTime[]> calls) =>
        Group.Times(id, timePerOperation) with { Load = new(new LoadModel(64), timePerOperation, calls) };

    /// <summary>With a hundredth of noise.</summary>
    private double[][] Times(double[][] speeds, double time) =>
        Array.ConvertAll(speeds, epoch => Array.ConvertAll(epoch, speed => time * speed * Math.Exp(0.01 * Streams.Normal(_random))));

    /// <summary>Times around 1,000 ns, of which one in fifty takes several times as long.</summary>
    private CallTime[][] TailOf(double times) =>
    [
        .. Enumerable.Range(0, EpochCount).Select(_ => Enumerable.Range(0, Calls).Select(call => new CallTime(
            1000 * (call % 50 == 0 ? times : 1) * (1 + (0.1 * _random.NextDouble())) / (call % 50 == 0 ? 1.05 : 1), 1)).ToArray()),
    ];
}
