using HttpPerf.Results;

namespace HttpPerf.Tests.Results;

/// <summary>Results of a small run.</summary>
internal static class Recorded
{
    public static readonly ResultsDocument Document = new(
        ResultsDocument.CurrentVersion,
        "0.1.0",
        new("Perf", "../../tests/Perf/bin/Debug/net10.0/Perf.dll", new Guid("0f8fad5b-d9cb-469f-a165-70867728950e")),
        new(2026, 11, 23, 14, 10, 0, TimeSpan.Zero),
        new("machine", "Linux", "X64", "Processor", 2, ".NET 10.0.12", "workstation"),
        new Dictionary<string, double> { ["budgetSeconds"] = 10 },
        [
            new(
                "Orders",
                12.5,
                new(new(1.001, 0.99, 1.02), new(2.01, 1.9, 2.1), Failed: false),
                ["Api on Kestrel in a child process (http://127.0.0.1:5000). Api listened after 300 ms (cold start)."],
                ["Scheduled with short slices."],
                [
                    Case("List", CaseVerdict.Passed, Limit("timeRatio", 1.2, LimitStatus.Within, finds: 0.03, suggested: 1.15)) with
                    {
                        Metrics = new Dictionary<string, Figure>
                        {
                            ["timeRatio"] = new(1.15, 1.1, 1.19) { Processes = [1.14, 1.15, 1.16], Text = "1.15×" },
                            ["medianTime"] = new(1000, 990, null) { Text = "1.0 µs/op" },
                        },
                        Rounds = new("timeRatio", 1.05, 1.25, [[1, 4, 2], [0, 3, 5]]),
                        Samples = new([[1000.5, 1100], [950]], [[], [400.25]]),
                    },
                    Case("Get", CaseVerdict.Failed, Limit("allocatedBytes", 1000, LimitStatus.Above, finds: null, suggested: 1050)) with
                    {
                        Metrics = new Dictionary<string, Figure> { ["allocatedBytes"] = new(1024, 1024, 1024) { Text = "1,024 B/op" } },
                        Message = "Orders.Get allocates 1,024 B/op; thresholds.json:4 allows 1,000 B/op.",
                        Growth = new Dictionary<string, string> { ["allocatedBytes"] = "  +24 B   byte[]" },
                        Profiles =
                        [
                            new(
                                "B",
                                "tests",
                                "Orders.List",
                                [new(0, "Orders.Get (Orders.cs:20)", 1024, 1000), new(1, "→ byte[]", 1024, 1000)]),
                        ],
                    },
                    Case("Add", CaseVerdict.NoLimit) with
                    {
                        ProposedMaximums = new Dictionary<string, double> { ["allocatedBytes"] = 2000 },
                    },
                ]),
        ])
    {
        Thresholds = new("../../thresholds.json", "ab12"),
        Source = new("a1b2c3d", "main"),
    };

    public static CaseResults Case(string method, CaseVerdict verdict, params LimitResults[] limits) =>
        new($"Orders.{method}", "Orders", method, "", IsBaseline: false, verdict, null, new Dictionary<string, Figure>(), limits);

    public static LimitResults Limit(string metric, double max, LimitStatus status, double? finds, double suggested) =>
        new(metric, [metric], null, max, "Orders.*", 4, status, finds, new(null, suggested)) { Text = $"up to {max}" };
}
