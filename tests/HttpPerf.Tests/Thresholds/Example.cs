using System.Text;
using HttpPerf.Comparing;
using HttpPerf.Running;
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

    /// <summary>Controls in which a copy differs from what it copies.</summary>
    public static readonly Controls TwinDiffers = new(new(1.15, 1.08, 1.21), new(2.3, 2.1, 2.5));

    /// <summary>Controls in which twice the work takes no longer.</summary>
    public static readonly Controls DoublingIsHidden = new(new(1, 0.99, 1.01), new(1.1, 1.02, 1.2));

    /// <summary>Controls in which twice the work may take no longer.</summary>
    public static readonly Controls DoublingIsBlurred = new(new(1, 0.5, 2), new(1.6, 0.9, 3));

    /// <summary>Controls of which nothing is known yet.</summary>
    public static readonly Controls TooFewControls = new(new(1.18, 0, double.PositiveInfinity), new(2.36, 0, double.PositiveInfinity));

    public static ThresholdFile Parse(string text) => ThresholdFile.Parse($"{Folder}/thresholds.json", Encoding.UTF8.GetBytes(text));

    /// <summary>A file with the given members of "benchmarks", which start on its second line.</summary>
    public static ThresholdFile WithEntries(string entries) => Parse($$"""
        { "benchmarks": {
        {{entries}}
        } }
        """);

    public static Limit Limit(Metric metric, double? min = null, double? max = null) =>
        new(metric, min, max, "*", $"{Folder}/thresholds.json", 14, 7);

    public static CaseComparison Measured(CaseId id, params (Metric Metric, Estimate Estimate)[] measured) =>
        new(id, measured.ToDictionary(one => one.Metric, one => one.Estimate));
}
