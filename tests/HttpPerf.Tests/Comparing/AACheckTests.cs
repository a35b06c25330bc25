using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class AACheckTests
{
    private const double ErrorRate = 0.0005;
    private const int Pairs = 12;

    /// <summary>Logarithms of the times of two equal instances, divided: whatever the times, neither side is favoured.</summary>
    private static readonly Dictionary<string, Func<Random, int, double[]>> FitEpochs = new()
    {
        ["lognormal, quiet"] = (r, pairs) => Streams.Of(pairs, () => 0.02 * Normal(r)),
        ["lognormal, restless"] = (r, pairs) => Streams.Of(pairs, () => 0.5 * Normal(r)),
        ["bimodal"] = (r, pairs) => Streams.Of(pairs, () => Math.Log((1 + Bimodal(r)) / (1 + Bimodal(r)))),
        ["heavy-tailed"] = (r, pairs) => Streams.Of(pairs, () => Math.Log(Pareto(r) / Pareto(r))),
        ["weak levels"] = (r, pairs) => WithLevel(r, pairs, level: 0.01, noise: 0.05),
        ["strong levels"] = (r, pairs) => WithLevel(r, pairs, level: 0.05, noise: 0.05),
        ["nothing but levels"] = (r, pairs) => WithLevel(r, pairs, level: 0.05, noise: 0.005),
    };

    public static TheoryData<string> FitStreams => [.. FitEpochs.Keys];

    /// <summary>So that over a run, their root mean square tells whether intervals are as wide as they say.</summary>
    [Theory]
    [MemberData(nameof(FitStreams))]
    public void The_deviations_of_equal_instances_are_those_of_the_normal_distribution(string stream)
    {
        var random = new Random(20240701);

        var deviations = Enumerable.Range(0, 5000).Select(_ => Draw(random, FitEpochs[stream]).Deviations!.Value).ToList();

        deviations.Average().Should().BeApproximately(0, 0.05);
        Math.Sqrt(deviations.Average(d => d * d)).Should().BeInRange(0.5, 1.1);
    }

    [Fact]
    public void A_copy_that_differs_by_8_percent_in_every_epoch_deviates()
    {
        var random = new Random(20240702);

        Enumerable.Range(0, 1000)
            .Count(_ => Draw(random, (r, pairs) => [.. WithLevel(r, pairs, 0.01, 0.05).Select(x => x + 0.08)]).Deviations > 2.5)
            .Should().BeGreaterThan(950);
    }

    [Fact]
    public void A_copy_that_differs_is_no_reason_not_to_judge_times() =>
        Evaluate([Noisy(1.5, 32), Noisy(1.5, 32)], [Noisy(2, 32), Noisy(2, 32)]).HasFailed.Should().BeFalse();

    [Theory]
    [InlineData(2, false)]
    [InlineData(1.55, false)]
    [InlineData(1.4, true)]
    [InlineData(1, true)]
    public void Times_can_not_be_judged_where_twice_the_work_surely_takes_less_than_one_and_a_half(double ratio, bool hasFailed) =>
        Evaluate([Noisy(1, 32)], [Noisy(ratio, 32), Noisy(ratio, 32), Noisy(ratio, 32)]).HasFailed.Should().Be(hasFailed);

    [Fact]
    public void Few_pairs_say_nothing() =>
        Evaluate([Noisy(3, 3), Noisy(3, 4)], [Noisy(1, 7)]).Should().Be(AACheck.None);

    [Fact]
    public void Without_pairs_there_is_nothing_to_say() => Evaluate([[]], []).Should().Be(AACheck.None);

    private static AACheck Evaluate(IReadOnlyList<double[]> copy, IReadOnlyList<double[]> doubled) =>
        AACheck.Evaluate(new AASamples(copy, doubled), ErrorRate);

    private static double[] Noisy(double ratio, int pairs) =>
        [.. Enumerable.Range(0, pairs).Select(i => Math.Log(ratio) + (0.001 * (i % 2)))];

    private static AACheck Draw(Random random, Func<Random, int, double[]> epoch) =>
        Evaluate([.. Enumerable.Range(0, 7).Select(_ => epoch(random, Pairs))], []);

    private static double[] WithLevel(Random random, int pairs, double level, double noise)
    {
        var own = level * Normal(random);
        return Streams.Of(pairs, () => own + (noise * Normal(random)));
    }
}
