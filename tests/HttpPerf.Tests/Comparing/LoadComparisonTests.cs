using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model.Faults;
using HttpPerf.Model;
using HttpPerf.Tests.Thresholds;
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
        TakenBy(new([640_000, 768_000]) { OfAllCallers = [10_000, 12_000] }).Should().Be(TimeSpan.FromMicroseconds(22 * 256));
        TakenBy(new([640_000, 768_000])).Should().Be(TimeSpan.FromMicroseconds(1408 * 256));

        static TimeSpan TakenBy(RoundSamples rounds) =>
            new CaseSamples(Group.Stream, [new() { Rounds = rounds }], OperationsPerBlock: 256, OperationsPerWindow: 256).Taken;
    }

    [Fact]
    public void Without_concurrent_callers_there_is_no_figure_of_them()
    {
        var measured = Compare(Group.Times(Group.Stream, [1, 2, 3]), Group.Times(Group.Baseline, [1, 2, 3]));

        measured.Keys.Should().NotContain(metric => metric.NeedsLoad);
    }

    [Fact]
    public void The_same_of_two_builds_is_compared()
    {
        var compared = GroupComparison.Compare(Builds(delayed: 0, slowdown: 1.25), new ErrorRates()).Cases.Single();

        compared.Timed[Metric.AgainstThroughputRatio].Values.Single().Should().BeApproximately(0.8, 0.01);
        compared.Measured[Metric.AgainstThroughputRatio].Upper.Should().BeLessThan(0.85);
        compared.Measured[Metric.AgainstTimeRatioP95].Value.Should().BeInRange(1.1, 1.4);
        compared.Measured[Metric.AgainstTimeRatioP99].Value.Should().BeInRange(1, 1.6);
    }

    /// <summary>Of bursts, which meet either build in some epochs, and last for a few calls.</summary>
    [Fact]
    public void Equal_builds_do_not_fail_and_a_delay_of_one_call_in_twenty_does()
    {
        Repeat(delayed: 0).Should().Be(0);
        Repeat(delayed: 0.05).Should().BeGreaterThan(Repetitions * 9 / 10);

        int Repeat(double delayed) => Enumerable.Range(0, Repetitions).Count(_ =>
            Judge.JudgeGroup(GroupComparison.Compare(Builds(delayed, slowdown: 1), new ErrorRates()), Defaults)
                .Cases.Single().Verdict.Judged
                .Any(limit => limit.Limit.Metric.NeedsLoad && limit.Status is LimitStatus.Above or LimitStatus.Below));
    }

    [Fact]
    public void Builds_with_other_loads_or_in_processes_of_their_own_have_no_percentiles_to_compare()
    {
        var builds = Builds(delayed: 0, slowdown: 1);
        var alone = builds with
        {
            Cases = [builds.Cases[0] with { MeasuredAlone = true }],
            Before = [builds.Before[0] with { MeasuredAlone = true }],
        };
        var other = builds with
        {
            Before = [builds.Before[0] with { Load = new LoadModel(32) }],
        };

        MeasuredOf(alone).Should().NotContain([Metric.AgainstTimeRatioP95, Metric.AgainstTimeRatioP99])
            .And.Contain(Metric.AgainstThroughputRatio);
        MeasuredOf(other).Should().NotContain(metric => metric.NeedsLoad && metric.IsAgainst);

        static IEnumerable<Metric> MeasuredOf(GroupSamples samples) =>
            GroupComparison.Compare(samples, new ErrorRates()).Cases.Single().Measured.Keys;
    }

    [Fact]
    public void A_default_breaks_no_case_without_load_and_an_explicit_limit_says_what_it_needs()
    {
        var samples = Group.Of(Group.Times(Group.Alone, [1, 1, 1], [1, 1, 1], [1, 1, 1])) with
        {
            Before = [Group.Times(Group.Alone.Before(), [1, 1, 1], [1, 1, 1], [1, 1, 1])],
        };
        var compared = GroupComparison.Compare(samples, new ErrorRates());

        Judge.JudgeGroup(compared, Defaults).Cases.Single().Verdict.Judged.Should().NotBeEmpty()
            .And.NotContain(limit => limit.Limit.Metric.NeedsLoad);
        MissingMetric.Find(compared.Cases[0], Metric.AgainstThroughputRatio).Should().Be(
            new MissingFigure.NeedsLoad(WithCallers: true, "against.timeRatio"));
    }

    [Fact]
    public void Throughput_that_fell_is_allowed_by_a_minimum() =>
        SuggestedLimit.LineToAllow(
                Example.Measured(Group.Alone, (Metric.AgainstThroughputRatio, new Estimate(0.8, 0.79, 0.81))),
                Metric.AgainstThroughputRatio)
            .Should().Be("""  "Reading.Alone": { "against": { "throughputRatio": { "min": 0.74 } } }  """.Trim());

    private const int Repetitions = 100;

    private static readonly IReadOnlyList<CaseLimits> Defaults =
        [new(Group.Alone, AgainstLimits.Complete([], isCompared: true))];

    /// <param name="delayed">The share of today's calls that take three times as long.</param>
    /// <param name="slowdown">How many times as long all of today's calls take.</param>
    private GroupSamples Builds(double delayed, double slowdown)
    {
        double[][] speeds = [.. Enumerable.Range(0, EpochCount).Select(_ => Streams.Of(Rounds, () => 1 + (_random.NextDouble() / 3)))];
        return Group.Of(Load(Group.Alone, Times(speeds, 10_000 * slowdown), Bursts(delayed, slowdown))) with
        {
            Before = [Load(Group.Alone.Before(), Times(speeds, 10_000), Bursts(0, 1))],
        };
    }

    private CallTime[][] Bursts(double delayed, double slowdown) =>
    [
        .. Enumerable.Range(0, EpochCount).Select(_ =>
        {
            var burst = _random.Next(3) == 0 ? 0.02 * _random.NextDouble() : 0;
            return Streams.Of(Calls, () => 1000 * slowdown * Math.Exp(0.25 * Streams.Normal(_random))
                    * (_random.NextDouble() < burst ? 4 : 1) * (_random.NextDouble() < delayed ? 3 : 1))
                .Order().Select(time => new CallTime(time, 1)).ToArray();
        }),
    ];

    private static IReadOnlyDictionary<Metric, Estimate> Compare(CaseSamples samples, CaseSamples baseline) =>
        GroupComparison.Compare(Group.Of(baseline, samples), new ErrorRates()).Find(samples.Id)!.Measured;

    private static CaseSamples Load(CaseId id, double[][] timePerOperation, IReadOnlyList<CallTime[]> calls) =>
        Group.Times(id, timePerOperation).With(new LoadModel(64), [.. calls]);

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
