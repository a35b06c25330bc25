using System.Text;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Statistics;
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

    /// <summary>A check in which twice the work takes no longer.</summary>
    public static readonly AACheck DoublingIsHidden = new(new(1, 0.99, 1.01), new(1.1, 1.02, 1.2));

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
        new(id, measured.ToDictionary(one => one.Metric, one => one.Estimate), InWindows(1000))
        {
            Timed = measured.Where(one => one.Metric.CanBeConfirmed).ToDictionary(one => one.Metric, one => Timed(one.Estimate)),
        };

    /// <summary>As processes measured it that don't differ, but for what each left open.</summary>
    public static TimedFigure Timed(params Estimate[] processes) => new([.. processes.Select(Model)], ShorterTime: null);

    private static RatioModel Model(Estimate measured)
    {
        const int degrees = 1000;
        if (!measured.IsBoundedRatio)
            return new(Math.Log(measured.Value), double.PositiveInfinity, degrees);
        var error = measured.LogWidth / 2 / Student.Quantile(1 - ErrorRates.Passing, degrees);
        return new(Math.Log(measured.Value), error * error, degrees);
    }

    public static Evidence InWindows(int windows) =>
        default(Evidence) with { Allocation = new(windows, 1, 0), ServerAllocation = new(windows, 1, 0) };

    /// <summary>A group of a case and the baseline that it is compared with, if any, of which nothing is known.</summary>
    public static GroupComparison InGroup(CaseComparison comparison, AACheck? check = null) => new(
        comparison.Case.IsCompared ? [Measured(Cases.Baseline(comparison.Case.Baseline!)), comparison] : [comparison],
        [],
        check ?? AACheck.None);

    /// <summary>The verdict on a case of such a group.</summary>
    public static Verdict Judge(CaseComparison comparison, IReadOnlyList<Limit> limits, AACheck? check = null) =>
        HttpPerf.Judging.Judge.JudgeGroup(InGroup(comparison, check), [new(comparison.Case, limits)]).Cases.Single().Verdict;

    public static bool IsDecided(CaseComparison comparison, IReadOnlyList<Limit> limits, AACheck? check = null) =>
        HttpPerf.Judging.Judge.FindUndecided(InGroup(comparison, check), [new(comparison.Case, limits)]).Count == 0;
}
