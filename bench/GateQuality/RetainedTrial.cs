using System.Globalization;
using System.Text;
using HttpPerf.Fixtures;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.GateQuality;

/// <summary>
/// How often what is kept is found: requests that keep nothing, the same again as an earlier build's, and the same with an object of 24 B
/// that is kept by each call or by one in twenty. What each keeps is released before the next is measured.
/// </summary>
internal static class RetainedTrial
{
    private static readonly List<object> Kept = [];

    private static readonly (string Name, int KeepsEvery)[] Builds =
        [("unchanged", 0), ("24 B in each call", 1), ("24 B in one of twenty calls", 20)];

    public static async Task<string> Run(int repetitions)
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();
        // As in a run, the process has been called often before anything is judged.
        await Measure(client, 0);
        var table = new Table("calls", "repetitions", "found", "undecided", "median B/op", "windows");
        var grown = Builds.ToDictionary(build => build.Name, _ => new List<Estimate>());
        var windows = Builds.ToDictionary(build => build.Name, _ => 0);
        for (var i = 0; i < repetitions; i++)
            foreach (var (name, keepsEvery) in Builds)
            {
                var before = await Measure(client, 0);
                var now = await Measure(client, keepsEvery);
                grown[name].Add(now.PerOperation.Minus(before.PerOperation));
                windows[name] += now.Windows;
            }

        foreach (var (name, estimates) in grown)
        {
            var median = estimates.Select(growth => growth.Value).Order().ElementAt(repetitions / 2);
            table.Add(
                name,
                $"{repetitions}",
                $"{estimates.Count(growth => growth.Lower > 0)}",
                $"{estimates.Count(growth => growth is { Lower: <= 0, Upper: > 0 })}",
                median.ToString("0.##", CultureInfo.InvariantCulture),
                $"{windows[name] / repetitions}");
        }

        var text = new StringBuilder("# Retained bytes\n");
        table.Write(text, "By how much they grow", "What is found of unchanged calls is a false alarm.");
        return $"{text}";
    }

    private static async Task<Retention> Measure(HttpClient client, int keepsEvery)
    {
        Kept.Clear();
        Kept.TrimExcess();
        var calls = 0;
        var benchmark = new Benchmark(
            new CaseId("Calls", "Call"),
            1,
            () => new Workload(
                new TaskOperation(async () =>
                {
                    await client.GetStringAsync("/weatherforecast/1");
                    if (keepsEvery > 0 && ++calls % keepsEvery == 0)
                        Kept.Add(new object());
                }),
                () => Task.CompletedTask,
                () => Task.CompletedTask));
        var context = new MeasurementContext(MeasurementPlan.Default, new NoSystem(), new NoListener());
        using var watchdog = new Watchdog(context.Plan, context.Clock);
        RetainedSamples samples = null!;
        await BuiltGroup.Use([benchmark], [], context, _ => BlockPlan.Single, watchdog, async group =>
            samples = await RetentionPass.Measure(
                group.Cases[0], context.Plan.Budget.Retention, context.Clock, server: null, CancellationToken.None));
        return Retentions.Of(samples)[Metric.RetainedBytes];
    }
}
