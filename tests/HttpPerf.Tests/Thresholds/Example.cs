using System.Text;
using HttpPerf.Comparing;
using HttpPerf.Thresholds;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Small files, cases and measurements.</summary>
internal static class Example
{
    public const string Folder = "/repository";

    public static readonly CaseId Baseline = Cases.Baseline("ReadPattern.ReadAsString(Size: 1000)");
    public static readonly CaseId Stream = Cases.Id("ReadPattern.GetStream(Size: 1000)", baseline: "ReadPattern.ReadAsString(Size: 1000)");
    public static readonly CaseId Alone = Cases.Alone("Lifetime.Reused(Scheme: https)");
    public static readonly IReadOnlyList<CaseId> AllCases = [Baseline, Stream, Alone];

    /// <summary>A check whose second instance differs from the reference.</summary>
    public static readonly AACheck CopyDiffers = new(new(1.15, 1.08, 1.21), new(2.3, 2.1, 2.5));

    /// <summary>A check in which twice the work takes no longer.</summary>
    public static readonly AACheck DoublingIsHidden = new(new(1, 0.99, 1.01), new(1.1, 1.02, 1.2));

    /// <summary>A check in which twice the work may take no longer.</summary>
    public static readonly AACheck DoublingIsBlurred = new(new(1, 0.5, 2), new(1.6, 0.9, 3));

    /// <summary>A check that bounds nothing yet.</summary>
    public static readonly AACheck TooShort = new(new(1.18, 0, double.PositiveInfinity), new(2.36, 0, double.PositiveInfinity));

    /// <summary>A check whose second instance may differ from the reference.</summary>
    public static readonly AACheck CopyMayDiffer = new(new(1.18, 0.98, 1.19), new(2.37, 2.3, 2.4));

    public static ThresholdFile Parse(string text) => ThresholdReader.Parse($"{Folder}/thresholds.json", Encoding.UTF8.GetBytes(text));

    /// <summary>A file with the given members of "benchmarks", which start on its second line.</summary>
    public static ThresholdFile WithEntries(string entries) => Parse($$"""
        { "benchmarks": {
        {{entries}}
        } }
        """);

    public static Limit Limit(Metric metric, double? min = null, double? max = null) =>
        new(metric, min, max, "*", $"{Folder}/thresholds.json", 14, 7);

    /// <summary>Measured in so many windows that more bytes of some calls would have shown.</summary>
    public static CaseComparison Measured(CaseId id, params (Metric Metric, Estimate Estimate)[] measured) =>
        new(id, measured.ToDictionary(one => one.Metric, one => one.Estimate), InWindows(1000));

    public static Evidence InWindows(int windows) =>
        default(Evidence) with { Allocation = new(windows, 1, 0), ServerAllocation = new(windows, 1, 0) };

    /// <summary>A group of a case and the baseline that it is compared with, if any, of which nothing is known.</summary>
    public static GroupComparison InGroup(CaseComparison comparison, AACheck? check = null) => new(
        comparison.Case.IsCompared ? [Measured(Cases.Baseline(comparison.Case.Baseline!)), comparison] : [comparison],
        [],
        check ?? AACheck.None);

    /// <summary>The verdict on a case of such a group.</summary>
    public static Verdict Judge(CaseComparison comparison, IReadOnlyList<Limit> limits, AACheck? check = null) =>
        HttpPerf.Thresholds.Judge.JudgeGroup(InGroup(comparison, check), [new(comparison.Case, limits)]).Cases.Single().Verdict;

    public static bool IsDecided(CaseComparison comparison, IReadOnlyList<Limit> limits, AACheck? check = null) =>
        HttpPerf.Thresholds.Judge.FindUndecided(InGroup(comparison, check), [new(comparison.Case, limits)]).Count == 0;
}
