using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Running;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

/// <summary>
/// A group as it is judged: several cases beside one baseline, looked at again and again while its samples grow. Of cases that are exactly
/// at their limits, at most one in twenty may pass at any look.
/// </summary>
public sealed class WholeGroupTests
{
    private const int Groups = 400;
    private const int Contenders = 5;
    private const int Looks = 4;
    private const int EpochsOfPass = 8;
    private const double AtAnyLook = 0.05;

    /// <summary>Of an epoch, by pass: those of short operations, where each pass doubles the samples, and few of long ones.</summary>
    private static readonly int[] Hundreds = [100, 100, 200, 400], Few = [16, 16, 16, 16];

    [Theory]
    [InlineData("quiet", Groups)]
    [InlineData("busy", Groups)]
    [InlineData("levels", Groups)]
    [InlineData("speeds", Groups / 2)]
    public void Looking_often_at_a_case_passes_it_at_its_limit_no_more_often_than_it_may(string stream, int groups) =>
        Passed(stream, groups, new ErrorRates().Times).Should().BeLessThanOrEqualTo((int)(groups * Contenders * AtAnyLook));

    /// <summary>How many cases some look passes under a limit at their true ratio, which is 1.</summary>
    private static int Passed(string stream, int groups, double errorRate) => Enumerable.Range(0, groups).Sum(seed =>
    {
        var whole = Draw(stream, seed);
        var looks = Enumerable.Range(1, Looks).Select(look => Ratios(whole, EpochsOfPass * look, errorRate).ToList()).ToList();
        return Enumerable.Range(0, Contenders).Count(contender => looks.Exists(ratios => ratios[contender].Upper < 1));
    });

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
