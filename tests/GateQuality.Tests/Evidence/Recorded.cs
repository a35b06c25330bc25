using HttpPerf.GateQuality.Evidence;

namespace HttpPerf.GateQuality.Tests.Evidence;

/// <summary>Lines of runs that were never made.</summary>
internal static class Recorded
{
    public static Line Line(string run, string campaign = "C3", string truth = Plan.SameCode) => new()
    {
        Campaign = campaign,
        Api = "Orders",
        Case = "Orders.One",
        Metric = "against.timeRatio",
        Truth = truth,
        Status = Within,
        Value = 1.01,
        Lower = 0.99,
        Upper = 1.03,
        Limit = 1.05,
        Run = run,
        Of = 1,
        Seconds = 30,
        Commit = "a1b2c3d4e5",
        Machine = "Processor, 2 cores",
        Others = 0.02,
        Date = new DateTimeOffset(2026, 11, 28, 3, 0, 0, TimeSpan.Zero),
    };

    public const string Within = HttpPerf.GateQuality.Evidence.Line.Within;

    public static IReadOnlyList<RecordedRun> Runs(params IEnumerable<Line> lines) => RecordedRun.Of(lines, frozen: null);

    /// <summary>Runs that differ in nothing but their names.</summary>
    public static IEnumerable<Line> Times(this Line line, int count) =>
        Enumerable.Range(0, count).Select(i => line with { Run = $"{line.Run}-{i}" });
}
