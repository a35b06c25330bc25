using FluentAssertions;
using HttpPerf.Comparing;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

/// <summary>The ratio of cases whose rounds pair, on quiet machines and on busy ones; fixed seeds.</summary>
public sealed class PairedRatioTests
{
    private const int Repetitions = 1000;

    private static readonly (double Ratio, double ErrorRate)[] Circumstances = [(1, 0.05), (1, 0.01), (1.05, 0.05), (1.05, 0.01)];

    public static TheoryData<string> Kinds =>
        ["quiet", "busy", "very busy", "drifting", "stepped", "memory", "heavy-tailed", "levels"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_interval_errs_no_more_often_than_it_may(string stream)
    {
        var estimates = Draw(Repetitions, r =>
        {
            var (times, baseline) = Samples(stream, rounds: 64, r);
            return Circumstances.ToDictionary(c => c, c => Of(Slower(times, c.Ratio), baseline, c.ErrorRate).Ratio);
        });

        foreach (var (ratio, errorRate) in Circumstances)
            estimates.Select(e => e[(ratio, errorRate)]).Count(e => e.Lower > ratio || e.Upper < ratio)
                .Should().BeLessThanOrEqualTo(
                    Binomial.Most(Repetitions, errorRate), "the ratio is {0} and the error rate {1}", ratio, errorRate);
    }

    /// <summary>Every epoch of a case has a speed of its own, and no round of it is paired with the baseline's.</summary>
    [Fact]
    public void Cases_that_were_measured_alone_are_compared_by_epochs()
    {
        var estimates = Draw(Repetitions, r =>
        {
            List<double[]> Alone(double time) => [.. Enumerable.Range(0, 6).Select(_ =>
            {
                var speed = Math.Exp(0.03 * Normal(r));
                return Streams.Of(64, () => time * speed * Math.Exp(0.1 * Normal(r)));
            })];
            var (times, baseline) = (Group.Times(Group.Stream, [.. Alone(1.05)]), Group.Times(Group.Baseline, [.. Alone(1)]));
            return PairedRatio.Compute(times with { MeasuredAlone = true }, baseline with { MeasuredAlone = true }, 0.01).Ratio;
        });

        estimates.Count(e => e.Lower > 1.05 || e.Upper < 1.05).Should().BeLessThanOrEqualTo(Binomial.Most(Repetitions, 0.01));
        estimates.Average(e => e.Value).Should().BeApproximately(1.05, 0.002);
        estimates.Average(e => e.Upper - e.Lower).Should().BeLessThan(0.2);
    }

    [Fact]
    public void Only_epochs_in_which_both_were_timed_are_compared()
    {
        var times = Group.Times(Group.Stream, [2, 2, 2, 2], [], [2, 2, 2, 2]);
        var baseline = Group.Times(Group.Baseline, [1, 1, 1, 1], [9, 9, 9, 9], [1, 1, 1, 1], [7, 7, 7, 7]);

        PairedRatio.Compute(times, baseline, 0.5).Ratio.Value.Should().Be(2);
        PairedRatio.Compute(baseline, times, 0.5).Ratio.Value.Should().Be(0.5);
        PairedRatio.Compute(times, baseline, 0.5).Rounds.Should().Be(8);
        Tail.P95.Ratio(times, baseline, 0.5).Value.Should().BeApproximately(2, 1e-9);
    }

    [Theory]
    [InlineData("quiet", 64)]
    [InlineData("busy", 192)]
    [InlineData("very busy", 384)]
    public void Five_percent_are_told_from_two(string stream, int rounds)
    {
        const int Trials = 400;
        var estimates = Draw(Trials, r =>
        {
            var (times, baseline) = Samples(stream, rounds, r);
            return Of(Slower(times, 1.05), baseline, 0.005);
        });

        estimates.Count(e => e.Ratio.Lower > 1.02).Should().BeGreaterThanOrEqualTo(Binomial.Least(Trials, 0.95));
    }

    /// <summary>As on a quiet machine with operations that hardly vary: eight levels are bounded by outliers or by nothing.</summary>
    [Fact]
    public void Epochs_that_differ_by_a_hair_bound_the_ratio_as_closely()
    {
        var estimates = Draw(Repetitions, r =>
        {
            double[] Epoch()
            {
                var level = 1.18 * Math.Exp(0.01 * Normal(r));
                return Streams.Of(64, () => level * Math.Exp((r.Next(100) == 0 ? 0.3 : 0.0001) * Normal(r)));
            }

            return Of([.. Enumerable.Range(0, 8).Select(_ => Epoch())], Streams.Epochs(8, 64, () => 1), 0.01).Ratio;
        });

        estimates.Count(e => e.Lower > 1.18 || e.Upper < 1.18).Should().BeLessThanOrEqualTo(Binomial.Most(Repetitions, 0.01));
        estimates.Should().OnlyContain(e => e.Upper < 1.18 * 1.1 && e.Lower > 1.18 / 1.1);
    }

    [Fact]
    public void A_quiet_machine_makes_no_choice_among_its_rounds() =>
        Draw(200, r => Samples("quiet", 64, r), 0.01).Count(e => e.Rounds == 512).Should().BeGreaterThan(190);

    [Fact]
    public void On_a_very_busy_machine_the_quietest_quarter_tells_more_than_all_rounds_do() =>
        Draw(200, r => Samples("very busy", 64, r), 0.01).Count(e => e.Rounds <= 128).Should().BeGreaterThan(190);

    [Fact]
    public void What_slows_down_most_operations_but_not_the_fastest_quarter_is_seen()
    {
        var estimates = Draw(200, random =>
        {
            var baseline = Epochs(8, 64, () => Operation(random));
            var times = Epochs(8, 64, () => Operation(random) * (random.NextDouble() < 0.65 ? 1.5 : 1));
            return (times, baseline);
        }, 0.01);

        estimates.Should().OnlyContain(e => e.Ratio.Lower > 1.05);
    }

    [Theory]
    [InlineData(0.3, 1.3)]
    [InlineData(0.45, 1.3)]
    [InlineData(0.45, 2)]
    public void What_slows_down_less_than_half_of_the_operations_and_the_median_is_not_passed_for_their_fastest(double share, double factor)
    {
        var estimates = Draw(Repetitions, random =>
        {
            var baseline = Epochs(8, 128, () => Operation(random));
            var times = Epochs(8, 128, () => Operation(random) * (random.NextDouble() < share ? factor : 1));
            return (times, baseline);
        }, 0.01);
        var median = estimates.Average(e => e.Ratio.Value);

        // Between the fastest operations' ratio, which is 1, and the median of all.
        estimates.Count(e => e.Ratio.Upper < 1 + ((median - 1) / 2)).Should().BeLessThanOrEqualTo(Repetitions / 100);
    }

    [Fact]
    public void Equal_samples_have_the_ratio_one()
    {
        var times = Epochs(8, 16, () => 100);

        Of(times, times, 0.01).Should().Be(new PairedRatio(Estimate.Exact(1), 128));
    }

    private static List<PairedRatio> Draw(
        int count, Func<Random, (List<double[]> Times, List<double[]> Baseline)> draw, double errorRate) =>
        Draw(count, r =>
        {
            var (times, baseline) = draw(r);
            return Of(times, baseline, errorRate);
        });

    private static List<T> Draw<T>(int count, Func<Random, T> draw)
    {
        var random = new Random(20261121);
        return [.. Enumerable.Range(0, count).Select(_ => draw(random))];
    }

    private static PairedRatio Of(List<double[]> times, List<double[]> baseline, double errorRate) =>
        PairedRatio.Compute(Group.Times(Group.Stream, [.. times]), Group.Times(Group.Baseline, [.. baseline]), errorRate);

    private static List<double[]> Slower(List<double[]> times, double ratio) =>
        times.ConvertAll(epoch => Array.ConvertAll(epoch, time => ratio * time));

    private static (List<double[]> Times, List<double[]> Baseline) Samples(string stream, int rounds, Random random)
    {
        var (times, baseline) = (new List<double[]>(), new List<double[]>());
        for (var epoch = 0; epoch < 8; epoch++)
        {
            var (own, other) = stream == "levels" ? (Math.Exp(0.01 * Normal(random)), Math.Exp(0.01 * Normal(random))) : (1, 1);
            var common = stream == "memory" ? Autocorrelated(rounds, 0.9, random) : new double[rounds];
            times.Add([.. Enumerable.Range(0, rounds).Select(i => own * One(i, common[i]))]);
            baseline.Add([.. Enumerable.Range(0, rounds).Select(i => other * One(i, common[i]))]);
        }

        return (times, baseline);

        double One(int round, double common) => stream switch
        {
            "busy" => Operation(random) + Wait(random, 0.4),
            "very busy" => Operation(random) + Wait(random, 0.6),
            "drifting" => Operation(random) * (1 + (round / (double)rounds)),
            "stepped" => Operation(random) * (round < rounds / 3 ? 1 : 2),
            "heavy-tailed" => Operation(random) * Pareto(random),
            _ => Operation(random) * Math.Exp(0.3 * common),
        };
    }

    /// <summary>Half a millisecond, in microseconds, more or less.</summary>
    private static double Operation(Random random) => 450 * Math.Exp(0.05 * Normal(random));

    /// <summary>
    /// What an operation waits for a processor that others use: slices of up to three milliseconds, and often more than one.
    /// </summary>
    private static double Wait(Random random, double probability)
    {
        var wait = 0.0;
        while (random.NextDouble() < probability)
            wait += 3000 * random.NextDouble();
        return wait;
    }
}
