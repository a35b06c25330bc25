using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Running;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class AACheckTests
{
    /// <summary>As a group with one limit has it at its first look.</summary>
    private const double ErrorRate = 0.0005;

    private const int Pairs = 12;

    /// <summary>Logarithms of the times of two equal instances, divided: whatever the times, neither side is favoured.</summary>
    private static readonly Dictionary<string, Func<Random, int, double[]>> FitEpochs = new()
    {
        ["lognormal, quiet"] = (r, pairs) => Streams.Of(pairs, () => 0.02 * Normal(r)),
        ["lognormal, restless"] = (r, pairs) => Streams.Of(pairs, () => 0.5 * Normal(r)),
        ["bimodal"] = (r, pairs) => Streams.Of(pairs, () => Math.Log((1 + Bimodal(r)) / (1 + Bimodal(r)))),
        ["heavy-tailed"] = (r, pairs) => Streams.Of(pairs, () => Math.Log(Pareto(r) / Pareto(r))),
        ["neighbours alike"] = (r, pairs) => [.. Autocorrelated(pairs, 0.7, r).Select(x => 0.1 * x)],
        ["weak levels"] = (r, pairs) => WithLevel(r, pairs, level: 0.01, noise: 0.05),
        ["strong levels"] = (r, pairs) => WithLevel(r, pairs, level: 0.05, noise: 0.05),
        ["nothing but levels"] = (r, pairs) => WithLevel(r, pairs, level: 0.05, noise: 0.005),
    };

    public static TheoryData<string> FitStreams => [.. FitEpochs.Keys];

    [Theory]
    [MemberData(nameof(FitStreams))]
    public void Where_instances_are_equal_at_most_one_group_in_a_thousand_is_told_otherwise_however_often_one_looks(string stream)
    {
        const int groups = 5000;
        var random = new Random(20240701);

        var wrong = Enumerable.Range(0, groups).Count(_ => LooksOf(random, FitEpochs[stream]).Any(check => check.HasFailed));

        wrong.Should().BeLessThanOrEqualTo((int)((groups * 0.001) + (3 * Math.Sqrt(groups * 0.001))));
    }

    [Theory]
    [InlineData(0.08, 0.01, 0.02)]
    [InlineData(0.08, 0.01, 0.05)]
    [InlineData(-0.08, 0.01, 0.05)]
    [InlineData(0.08, 0, 0.1)]
    public void A_copy_that_differs_by_8_percent_in_every_epoch_is_told_within_three_looks(double difference, double level, double noise)
    {
        const int groups = 1000;
        var random = new Random(20240702);

        var found = Enumerable.Range(0, groups).Count(_ =>
            LooksOf(random, (r, pairs) => [.. WithLevel(r, pairs, level, noise).Select(x => x + difference)]).Any(c => c.ShowsDifference));

        found.Should().BeGreaterThanOrEqualTo(990);
    }

    /// <summary>
    /// As on a quiet machine: each epoch has a level of its own, by a hair, from which only outliers differ. Order statistics of seven
    /// levels are not bounded by any of them, but by the outliers.
    /// </summary>
    [Fact]
    public void A_copy_that_differs_is_told_at_the_first_look_where_epochs_hardly_differ_and_some_pairs_lie_far_off()
    {
        const int groups = 1000;
        var random = new Random(20261123);
        double[] Epoch(Random r, int pairs) =>
            [.. WithLevel(r, pairs, level: 0.001, noise: 0.0001).Select((x, i) => i % 8 == 0 ? x + (0.2 * Normal(r)) : x)];

        var found = Enumerable.Range(0, groups).Count(
            _ => LooksOf(random, (r, pairs) => [.. Epoch(r, pairs).Select(x => x + 0.17)]).First().ShowsDifference);

        found.Should().BeGreaterThanOrEqualTo(990);
    }

    [Fact]
    public void Few_epochs_that_differ_do_not_blur_the_doubling()
    {
        var random = new Random(20261124);
        double[][] doubled = [.. Enumerable.Range(0, 3).Select(_ => WithLevel(random, 12, 0.1, 0.001).Select(x => x + 0.7).ToArray())];

        var check = Evaluate([Repeat(1, 32)], doubled);

        check.DoubledCopy!.Value.Lower.Should().Be(0, "three levels bound nothing");
        check.BlursDoubling.Should().BeFalse();
    }

    [Theory]
    [InlineData(1.03, true)]
    [InlineData(1.01, false)]
    [InlineData(1, false)]
    [InlineData(0.99, false)]
    [InlineData(0.97, true)]
    public void A_copy_differs_where_its_whole_interval_is_more_than_2_percent_off(double ratio, bool differs)
    {
        var check = Evaluate([Repeat(ratio, 32), Repeat(ratio, 32)], [Repeat(2, 32)]);

        check.Copy!.Value.Value.Should().BeApproximately(ratio, 1e-12);
        check.ShowsDifference.Should().Be(differs);
        check.HidesDoubling.Should().BeFalse();
        check.BlursDoubling.Should().BeFalse();
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(1.51, false)]
    [InlineData(1.49, true)]
    [InlineData(1, true)]
    public void A_doubling_is_hidden_where_its_whole_interval_is_below_one_and_a_half(double ratio, bool isHidden) =>
        Evaluate([Repeat(1, 32)], [Repeat(ratio, 32)]).HidesDoubling.Should().Be(isHidden);

    [Fact]
    public void A_doubling_whose_interval_holds_1_is_blurred_and_one_without_bounds_is_not_known()
    {
        var random = new Random(1);
        double[] restless = [.. Streams.Of(64, () => Math.Log(2) + (4 * Normal(random)))];

        Evaluate([Repeat(1, 32)], [restless]).BlursDoubling.Should().BeTrue();
        Evaluate([Repeat(1, 32)], [restless[..8]]).BlursDoubling.Should().BeFalse();
    }

    [Fact]
    public void Few_pairs_bound_nothing_and_speak_against_nothing()
    {
        // At this rate the median of seven is bounded, but what seven say is not enough.
        var check = AACheck.Evaluate(new AASamples([Repeat(3, 3), Repeat(3, 4)], [Repeat(1, 7)]), errorRate: 0.3);

        check.Copy.Should().Be(new Estimate(Math.Exp(Math.Log(3)), 0, double.PositiveInfinity));
        (check.ShowsDifference || check.HidesDoubling || check.BlursDoubling).Should().BeFalse();
    }

    [Theory]
    [InlineData(7, true)]
    [InlineData(8, false)]
    public void Doubling_is_shown_by_eight_pairs(int doubled, bool isLacking) =>
        Evaluate([Repeat(0, 20)], [Repeat(0.7, doubled)]).LacksDoubling.Should().Be(isLacking);

    [Fact]
    public void Without_pairs_there_is_nothing_to_say() => Evaluate([[]], []).Should().Be(AACheck.None);

    private static AACheck Evaluate(IReadOnlyList<double[]> copy, IReadOnlyList<double[]> doubled) =>
        AACheck.Evaluate(new AASamples(copy, doubled), ErrorRate);

    private static double[] Repeat(double ratio, int pairs) => [.. Enumerable.Repeat(Math.Log(ratio), pairs)];

    private static IEnumerable<AACheck> LooksOf(Random random, Func<Random, int, double[]> epoch)
    {
        var (copy, doubled) = (new List<double[]>(), new List<double[]>());
        for (var look = 1; look <= 3; look++)
        {
            // A first epoch has no check; a pass has eight epochs.
            while (copy.Count < (8 * look) - 1)
            {
                copy.Add(epoch(random, Pairs));
                doubled.Add([.. epoch(random, Pairs / 3).Select(x => x + Math.Log(2))]);
            }

            yield return AACheck.Evaluate(new AASamples(copy, doubled), 2 * ErrorRate / (look * (look + 1)));
        }
    }

    private static double[] WithLevel(Random random, int pairs, double level, double noise)
    {
        var own = level * Normal(random);
        return Streams.Of(pairs, () => own + (noise * Normal(random)));
    }
}
