using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Running;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

/// <summary>
/// A group as it is judged: several cases beside one baseline, looked at again and again while its samples grow. Whatever is judged at
/// whichever look, at most one group of a hundred may hold a wrong interval.
/// </summary>
public sealed class WholeGroupTests
{
    private const int Groups = 400;
    private const int Contenders = 5;
    private const int Looks = 4;
    private const int EpochsOfPass = 8;
    private const double PerGroup = 0.01;

    /// <summary>Of an epoch, by pass: those of short operations, where each pass doubles the samples, and few of long ones.</summary>
    private static readonly int[] Hundreds = [100, 100, 200, 400], Few = [16, 16, 16, 16];

    [Theory]
    [InlineData("quiet", Groups)]
    [InlineData("busy", Groups)]
    [InlineData("levels", Groups)]
    [InlineData("speeds", Groups / 2)]
    public void Looking_often_at_many_cases_errs_in_no_more_groups_than_it_may(string stream, int groups) =>
        Enumerable.Range(0, groups).Count(seed => AnyWrong(Draw(stream, seed))).Should().BeLessThanOrEqualTo(
            Binomial.Most(groups, PerGroup));

    [Fact]
    public void Without_a_budget_for_errors_more_groups_would_err_than_may() =>
        Enumerable.Range(0, Groups).Count(seed => AnyWrong(Draw("quiet", seed), PerGroup)).Should().BeGreaterThan(
            Binomial.Most(Groups, PerGroup));

    private static bool AnyWrong(GroupSamples whole, double? rate = null)
    {
        var budget = new ErrorBudget(Contenders);
        return Enumerable.Range(1, Looks)
            .SelectMany(look => Ratios(whole, epochs: EpochsOfPass * look, rate ?? budget.OfLook(look)))
            .Any(ratio => ratio.Lower > 1 || ratio.Upper < 1);
    }

    /// <summary>The time ratios as a look sees them, which has a pass of epochs more than the one before.</summary>
    private static IEnumerable<Estimate> Ratios(GroupSamples whole, int epochs, double errorRate)
    {
        var cases = whole.Cases.Select(c => c with { Epochs = [.. c.Epochs.Take(epochs)] }).ToList();
        return cases.Skip(1).Select(c => PairedRatio.Compute(c, cases[0], errorRate).Ratio);
    }

    private static GroupSamples Draw(string stream, int seed)
    {
        var random = new Random(seed);
        var speeds = Of(EpochsOfPass * Looks, () => stream == "speeds" ? Math.Exp(0.05 * Normal(random)) : 1);
        return Group.Of(
            [
                Case(Group.Baseline),
                .. Enumerable.Range(1, Contenders).Select(i => Case(Cases.Id($"Reading.Twin{i}", baseline: Group.Baseline.Name)))]);

        CaseSamples Case(CaseId id) => Group.Times(id, [.. speeds.Select((speed, epoch) =>
        {
            var level = stream is "levels" or "speeds" ? Math.Exp(0.01 * Normal(random)) : 1;
            return Of((stream == "speeds" ? Hundreds : Few)[epoch / EpochsOfPass], () =>
                speed
                * ((level * Math.Exp(0.05 * Normal(random)))
                    + (stream == "busy" && random.NextDouble() < 0.4 ? 6 * random.NextDouble() : 0)));
        })]);
    }
}
