using System.Globalization;
using System.Text;
using HttpPerf.Fixtures;
using HttpPerf.Judging.Comparing;
using HttpPerf.Latency;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.GateQuality;

/// <summary>How often round trips are counted right of calls of known depth: requests that wait for each other, several at once.</summary>
internal static class RoundTripTrial
{
    private const int Deepest = 12;
    private const int Widest = 4;

    public static async Task<string> Run(int calls)
    {
        var host = await TargetApiHost.GetAsync();
        using var network = new VirtualNetwork();
        using var client = new HttpClient { BaseAddress = network.Relay(host.BaseAddress) };
        var random = new Random(47);
        var (right, wrong, open) = (0, 0, 0);
        var table = new Table("in sequence", "at once", "measured", "rounds", "");
        for (var call = 0; call < calls; call++)
        {
            var (depth, width) = (random.Next(1, Deepest + 1), random.Next(1, Widest + 1));
            var measured = RoundTripComparison.Of(await Measure(network, async () =>
            {
                for (var level = 0; level < depth; level++)
                    await Task.WhenAll(Enumerable.Range(0, width).Select(_ => client.GetStringAsync("/weatherforecast/1")));
            }));
            var isRight = measured.RoundTrips == Estimate.Exact(depth);
            (right, wrong, open) = (
                right + (measured.IsExact && isRight ? 1 : 0),
                wrong + (measured.IsExact && !isRight ? 1 : 0),
                open + (measured.IsExact ? 0 : 1));
            if (!measured.IsExact || !isRight)
                table.Add(
                    $"{depth}", $"{width}", measured.RoundTrips.Value.ToString("0.00", CultureInfo.InvariantCulture),
                    $"{measured.Samples.Rounds.Count}", measured.IsExact ? "wrong" : "not exact");
        }

        var text = new StringBuilder("# Round trips\n\n");
        text.Append(CultureInfo.InvariantCulture, $"{right} of {calls} exact and right, {wrong} wrong, {open} not exact.\n");
        table.Write(text, "The others", "Calls whose figure isn't exact, or isn't right.");
        return $"{text}";
    }

    private static async Task<RoundTripSamples> Measure(VirtualNetwork network, Func<Task> call)
    {
        var benchmark = new Benchmark(
            new CaseId("Calls", "Call"),
            1,
            () => new Workload(new TaskOperation(call), () => Task.CompletedTask, () => Task.CompletedTask));
        var measurement = new RoundTripMeasurement(
            new(MeasurementPlan.Default, new NoSystem(), new NoListener()),
            network,
            new ClientTraffic(network),
            samples => RoundTripComparison.Of(samples).IsExact);
        return (await measurement.Measure([benchmark], CancellationToken.None)).Single();
    }
}
