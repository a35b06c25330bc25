using HttpPerf.Results;

namespace HttpPerf.Tests.Results;

/// <summary>Results as large projects have them, with as many figures, rounds and limits as runs record.</summary>
internal static class ManyCases
{
    private const int Epochs = 8;
    private const int Bins = 48;

    private static readonly string[] Counters =
    [
        "http.client.requests", "http.client.connections.opened", "wire.bytesSent", "wire.bytesReceived", "server.requests",
        "dotnet.gc.heap.total_allocated", "dotnet.thread_pool.work_item.count", "server.dotnet.thread_pool.work_item.count",
    ];

    private static readonly string[] Others =
    [
        "timeRatioP95", "gen0Collections", "gen1Collections", "gen2Collections", "gcPause", "cpuTime", "requestsPerSecond", "cpuRatio",
        "allocatedRatio", "serverAllocatedRatio", "server.cpuTime",
    ];

    /// <summary>Of every hundred cases one has failed, and one is inconclusive.</summary>
    public static ResultsDocument Document(int groups, int casesOfEach)
    {
        var random = new Random(1);
        return Recorded.Document with
        {
            Groups =
            [
                .. Enumerable.Range(0, groups).Select(group => new GroupResults(
                    $"Orders{group}",
                    12.5,
                    new(Interval(random, 1), Interval(random, 2), Failed: false),
                    ["Api on Kestrel in a child process (http://127.0.0.1:5000). Api listened after 300 ms (cold start)."],
                    ["Scheduled with short slices."],
                    [.. Enumerable.Range(0, casesOfEach).Select(i => Case(random, group, i, (group * casesOfEach + i) % 100))])),
            ],
        };
    }

    private static CaseResults Case(Random random, int group, int i, int percentile)
    {
        var ratio = i == 0 ? 1 : 0.8 + random.NextDouble();
        var verdict = percentile switch { 41 => CaseVerdict.Failed, 42 => CaseVerdict.Inconclusive, _ => CaseVerdict.Passed };
        var name = $"GetOrderWithLines{i}";
        var limit = verdict == CaseVerdict.Failed
            ? Recorded.Limit("timeRatio", ratio * 0.7, LimitStatus.Above, finds: 0.05, suggested: ratio * 1.1)
            : Recorded.Limit("timeRatio", ratio * 1.3, LimitStatus.Within, finds: 0.05, suggested: ratio * 1.1);
        var metrics = Others.Concat(Counters.Select(counter => $"counters.{counter}"))
            .ToDictionary(metric => metric, metric => Text(new(random.Next(1, 3000) / 10.0, null, null)));
        metrics["medianTime"] = Text(Interval(random, 1e6 * ratio)) with { Text = $"{ratio:0.00} ms/op" };
        metrics["allocatedBytes"] = Text(new(25_640, 25_640, 25_640)) with { Text = "25,640 B/op" };
        metrics["serverAllocatedBytes"] = Text(new(81_808, 81_808, 81_808)) with { Text = "81,808 B/op" };
        if (i > 0)
        {
            metrics["timeRatio"] = Interval(random, ratio) with
            {
                Text = $"{ratio:0.00}×",
                Processes = [ratio * 0.99, ratio, ratio * 1.02],
            };
        }

        return new($"Orders{group}.{name}", $"Orders{group}", name, "", i == 0, verdict, Message(verdict), metrics, i == 0 ? [] : [limit])
        {
            Rounds = new(
                i == 0 ? "medianTime" : "timeRatio",
                0.7 * ratio,
                1.4 * ratio,
                [.. Enumerable.Range(0, Epochs).Select(_ => Counts(random))]),
            FirstCall = 23e6,
        };

        string? Message(CaseVerdict verdict) => verdict switch
        {
            CaseVerdict.Failed => $"Orders{group}.{name} takes {ratio:0.00}× its baseline; thresholds.json:4 allows {limit.Max:0.00}×.\n\n"
                + "  measured   1.20 ms/op   (baseline GetOrderWithLines0: 1.00 ms/op)\n"
                + "  more time: +180 µs  OrderMapper.Map (OrderMapper.cs:38)\n\n  If it is intended, raise \"timeRatio\" there.",
            CaseVerdict.Inconclusive => $"Not shown, so passed: Orders{group}.{name} takes between 1.02× and 1.40× its baseline.",
            _ => null,
        };
    }

    /// <summary>Around the middle of the bins, as rounds of an API are distributed.</summary>
    private static int[] Counts(Random random)
    {
        var counts = new int[Bins];
        for (var round = 0; round < 40; round++)
            counts[(int)(Bins * (random.NextDouble() + random.NextDouble() + random.NextDouble()) / 3)]++;
        return counts;
    }

    private static Figure Interval(Random random, double value) =>
        Text(new(value, value * (0.9 + 0.08 * random.NextDouble()), value * (1.02 + 0.08 * random.NextDouble())));

    private static Figure Text(Figure figure) => figure with { Text = FormattableString.Invariant($"{figure.Value:#,0.##}") };
}
