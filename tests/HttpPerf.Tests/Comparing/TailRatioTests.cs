using FluentAssertions;
using HttpPerf.Comparing;
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
        var samples = Draw(Repetitions, r => Both(stream, r));

        foreach (var errorRate in ErrorRates)
            samples.Select(s => Of(s.Times, s.Baseline, errorRate)).Count(e => e.Lower > 1 || e.Upper < 1)
                .Should().BeLessThanOrEqualTo(Binomial.Most(Repetitions, errorRate), "the error rate is {0}", errorRate);
    }

    [Fact]
    public void A_delay_of_exactly_one_operation_in_twenty_is_found()
    {
        var found = Draw(400, r => (Both("delayed", r).Times, Both("lognormal", r).Baseline), 0.001).Count(e => e.Lower > 1.25);

        found.Should().BeGreaterThanOrEqualTo(Binomial.Least(400, 0.95));
    }

    [Theory]
    [InlineData(0.05, 0.08, 0.14)]
    [InlineData(0.01, 0.03, 0.07)]
    public void Bursts_that_meet_only_one_of_two_cases_make_the_interval_err_as_often_as_known(double errorRate, double least, double most)
    {
        var estimates = Draw(Repetitions, r => (Both("bursts", r).Times, Both("bursts", r).Baseline), errorRate);

        (estimates.Count(e => e.Lower > 1 || e.Upper < 1) / (double)Repetitions).Should().BeInRange(least, most);
    }

    private static List<Estimate> Draw(int count, Func<Random, (List<double[]> Times, List<double[]> Baseline)> draw, double errorRate) =>
        Draw(count, draw).ConvertAll(s => Of(s.Times, s.Baseline, errorRate));

    private static List<T> Draw<T>(int count, Func<Random, T> draw)
    {
        var random = new Random(20261121);
        return [.. Enumerable.Range(0, count).Select(_ => draw(random))];
    }

    private static Estimate Of(List<double[]> times, List<double[]> baseline, double errorRate) =>
        TailRatio.Compute(Group.Times(Group.Stream, [.. times]), Group.Times(Group.Baseline, [.. baseline]), errorRate);

    /// <summary>Two equal cases: what comes in bursts meets both of an epoch.</summary>
    private static (List<double[]> Times, List<double[]> Baseline) Both(string stream, Random random)
    {
        var bursts = Streams.Of(EpochCount, () => random.NextDouble() < 0.5 ? 0.1 : 0);
        return (Samples(stream, bursts, random), Samples(stream, bursts, random));
    }

    private static List<double[]> Samples(string stream, double[] bursts, Random random) => [.. bursts.Select(burst =>
    {
        var memory = Autocorrelated(Rounds, 0.7, random);
        return Enumerable.Range(0, Rounds).Select(i => stream switch
        {
            "exponential" => -Math.Log(1 - random.NextDouble()),
            "heavy-tailed" => Pareto(random),
            "delayed" => Tenth(random) * (i % 20 == 0 ? 3 : 1),
            "bursts" => Tenth(random) * (random.NextDouble() < burst ? 3 : 1),
            "memory" => Math.Exp(0.5 * memory[i]),
            _ => Tenth(random),
        }).ToArray();
    })];

    private static double Tenth(Random random) => Math.Exp(0.1 * Normal(random));
}
