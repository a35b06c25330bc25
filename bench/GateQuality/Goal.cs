
namespace HttpPerf.GateQuality;

/// <summary>Something that HttpPerf's verdicts must reach, and how to see it in its runs.</summary>
internal sealed record Goal(string Name, string Wanted, Func<IReadOnlyList<Run>, string> Show)
{
    public static IReadOnlyList<Goal> All { get; } =
    [
        new("twin's false alarms at 1.05", "0 of 300", runs => Failures(runs, nameof(Methods.Twin), Metric.TimeRatio, 1.05)),
        new("+5 % found at 1.02", "95 %", runs => Failures(runs, nameof(Methods.Slower5), Metric.TimeRatio, 1.02)),
        new("+10 % found at 1.02", "all", runs => Failures(runs, nameof(Methods.Slower10), Metric.TimeRatio, 1.02)),
        new("+24 B found beside its base", "all", runs => Failures(runs, nameof(Methods.Allocates24), Metric.AllocatedRatio)),
        new(
            "bytes found beside its base where there are none",
            "never",
            runs => Failures(runs, nameof(Methods.Twin), Metric.AllocatedRatio)),
        new("+24 B found by recorded bytes", "all", runs => Failures(runs, nameof(Methods.Allocates24), Metric.AllocatedBytes)),
        new(
            "bytes found by recorded ones where there are none",
            "never",
            runs => Failures(runs, nameof(Methods.Twin), Metric.AllocatedBytes)),
        new(
            "+1 KB in one of ten calls found at 30us",
            "all",
            runs => Failures(runs.Where(r => r.Setting.Scale == "30us"), nameof(Methods.Allocates1KBIn10), Metric.AllocatedRatio)),
        new("1 MB in one of twenty calls found", "all", runs => Failures(runs, nameof(Methods.Allocates1MBIn20), Metric.AllocatedRatio)),
        new(
            "a connection in one of fifty operations found at 0.01",
            "all",
            runs => Failures(runs, nameof(Methods.Connects1In50), Trial.Connections)),
        new(
            "a connection in one of two hundred found at 0.01",
            "never",
            runs => Failures(runs, nameof(Methods.Connects1In200), Trial.Connections)),
        new(
            "three times the large objects found",
            "all",
            runs => Failures(runs, nameof(Methods.LargeObjectsThrice), Metric.Gen2Collections)),
        new("as many large objects found", "never", runs => Failures(runs, nameof(Methods.LargeObjects), Metric.Gen2Collections)),
        new("a neighbour's collections found", "never", runs => Failures(runs, nameof(Methods.Twin), Metric.Gen2Collections)),
        new("delay of 1 in 20 found by p95", "95 %", runs => Failures(runs, nameof(Methods.Delays1In20), Metric.TimeRatioP95)),
        new("delay of 1 in 20 found by the median", "never", runs => Failures(runs, nameof(Methods.Delays1In20), Metric.TimeRatio)),
        new("twin's rms error", "0.5 % idle, 3 % with hogs", runs => Format.Percent(Statistics.RootMeanSquare(runs.TwinErrors()))),
        new("worst seconds for a pair at 500us whose truth is 5 % or more off", "5", WorstSeconds),
    ];

    private static readonly string[] ClearPairs =
    [
        Trial.PairName(nameof(Methods.Twin), 1.05), Trial.PairName(nameof(Methods.Twin), 1.10),
        Trial.PairName(nameof(Methods.Slower10), 1.02), Trial.PairName(nameof(Methods.Slower10), 1.05),
    ];

    private static string Failures(IEnumerable<Run> runs, string method, Metric metric, double? limit = null) =>
        runs.Failures(method, metric, limit).ToString();

    private static string WorstSeconds(IReadOnlyList<Run> runs) =>
        Format.Number(runs
            .Where(r => r.Setting.Scale == "500us" && ClearPairs.Contains(r.Trial))
            .Select(r => r.Seconds)
            .DefaultIfEmpty(double.NaN)
            .Max());
}
