using System.Text;
using HttpPerf.Comparing;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Small files, cases and measurements.</summary>
internal static class Sample
{
    public const string Folder = "/repository";

    public static readonly CaseId Baseline = new("ReadPattern.ReadAsString(Size: 1000)", "ReadPattern.ReadAsString(Size: 1000)");
    public static readonly CaseId Stream = new("ReadPattern.GetStream(Size: 1000)", "ReadPattern.ReadAsString(Size: 1000)");
    public static readonly CaseId Alone = new("Lifetime.Reused(Scheme: https)", null);
    public static readonly IReadOnlyList<CaseId> AllCases = [Baseline, Stream, Alone];

    public static ThresholdFile Parse(string text) => ThresholdFile.Parse($"{Folder}/thresholds.json", Encoding.UTF8.GetBytes(text));

    /// <summary>A file with the given members of "benchmarks", which start on its second line.</summary>
    public static ThresholdFile WithEntries(string entries) => Parse($$"""
        { "benchmarks": {
        {{entries}}
        } }
        """);

    public static Limit Limit(Metric metric, double? min = null, double? max = null) => new(metric, min, max, "*", $"{Folder}/thresholds.json", 14, 7);

    public static CaseComparison Measured(CaseId id, params (Metric Metric, Estimate Estimate)[] measured) =>
        new(id, measured.ToDictionary(one => one.Metric, one => one.Estimate));
}
