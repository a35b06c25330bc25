using FluentAssertions;
using HttpPerf.Judging.Comparing;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

/// <summary>The ratio of 95th percentiles; fixed seeds.</summary>
public sealed class TailRatioTests
{
    private const int Repetitions = 1000;
    private const int EpochCount = 8;
    private const int Rounds = 128;

    private static readonly string[] Kinds = ["exponential", "lognormal", "heavy-tailed", "delayed", "bursts", "memory"];
    private static readonly double[] ErrorRates = [0.05, 0.01];

    public static TheoryData<string> Circumstances => [.. Kinds];

    [Theory]
    [MemberData(nameof(Circumstances))]
    public void The_interval_errs_no_more_often_than_it_may(string stream)
    {
        var estimates = Draw(Repetitions, r => AtEachRate(Both(stream, r)));

        foreach (var errorRate in ErrorRates)
            ErrorsOf(estimates, errorRate).Should().BeLessThanOrEqualTo(
                Binomial.Most(Repetitions, errorRate), "the error rate is {0}", errorRate);
    }

    [Fact]
    public void A_delay_of_exactly_one_operation_in_twenty_is_found()
    {
        var found = Draw(400, r => Of(One("delayed", r), One("lognormal", r), 0.001)).Count(e => e.Lower > 1.25);

        found.Should().BeGreaterThanOrEqualTo(Binomial.Least(400, 0.95));
    }

    [Fact]
    public void Bursts_that_meet_only_one_of_two_cases_make_the_interval_err_as_often_as_known()
    {
        var estimates = Draw(Repetitions, r => AtEachRate((One("bursts", r), One("bursts", r))));

        // In 30,000 groups these shares are 8.5 % and 4.2 %; three standard deviations around them for the groups drawn here.
        (ErrorsOf(estimates, 0.05) / (double)Repetitions).Should().BeInRange(0.06, 0.11);
        (ErrorsOf(estimates, 0.01) / (double)Repetitions).Should().BeInRange(0.025, 0.06);
    }

    [Fact]
    public void A_tail_is_surely_above_a_limit_only_if_it_is_in_most_epochs()
    {
        var groups = Draw(Repetitions, r => (Times: One("bursts", r), Baseline: One("bursts", r)));

        var surelyAbove = groups.Where(g => Of(g.Times, g.Baseline, 0.05).Lower > 1).ToList();
        surelyAbove.Should().HaveCountGreaterThan(20);
        surelyAbove.Select(g => g.Times.Zip(g.Baseline).Count(epoch => Of([epoch.First], [epoch.Second], 0.05).Value > 1))
            .Should().OnlyContain(above => above > EpochCount / 2);
    }

    private static List<T> Draw<T>(int count, Func<Random, T> draw)
    {
        var random = new Random(20261121);
        return [.. Enumerable.Range(0, count).Select(_ => draw(random))];
    }

    private static Dictionary<double, Estimate> AtEachRate((List<double[]> Times, List<double[]> Baseline) samples) =>
        ErrorRates.ToDictionary(rate => rate, rate => Of(samples.Times, samples.Baseline, rate));

    private static int ErrorsOf(List<Dictionary<double, Estimate>> estimates, double errorRate) =>
        estimates.Count(e => e[errorRate].Lower > 1 || e[errorRate].Upper < 1);

    private static Estimate Of(List<double[]> times, List<double[]> baseline, double errorRate) =>
        Tail.P95.Ratio(Group.Times(Group.Stream, [.. times]), Group.Times(Group.Baseline, [.. baseline]), errorRate);

    /// <summary>Two equal cases: what comes in bursts meets both of an epoch.</summary>
    private static (List<double[]> Times, List<double[]> Baseline) Both(string stream, Random random)
    {
        var bursts = Bursts(random);
        return (Samples(stream, bursts, random), Samples(stream, bursts, random));
    }

    private static List<double[]> One(string stream, Random random) => Samples(stream, Bursts(random), random);

    private static double[] Bursts(Random random) => Streams.Of(EpochCount, () => random.NextDouble() < 0.5 ? 0.1 : 0);

    private static List<double[]> Samples(string stream, double[] bursts, Random random) =>
        [.. bursts.Select(burst => Epoch(stream, burst, random))];

    private static double[] Epoch(string stream, double burst, Random random) => stream switch
    {
        "exponential" => Streams.Of(Rounds, () => -Math.Log(1 - random.NextDouble())),
        "heavy-tailed" => Streams.Of(Rounds, () => Pareto(random)),
        "delayed" => [.. Enumerable.Range(0, Rounds).Select(i => Tenth(random) * (i % 20 == 0 ? 3 : 1))],
        "bursts" => Streams.Of(Rounds, () => Tenth(random) * (random.NextDouble() < burst ? 3 : 1)),
        "memory" => Array.ConvertAll(Autocorrelated(Rounds, 0.7, random), level => Math.Exp(0.5 * level)),
        _ => Streams.Of(Rounds, () => Tenth(random)),
    };

    private static double Tenth(Random random) => Math.Exp(0.1 * Normal(random));
}
