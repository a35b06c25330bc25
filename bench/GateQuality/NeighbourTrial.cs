using System.Diagnostics;
using System.Text;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Thresholds;

namespace HttpPerf.GateQuality;

/// <summary>The time of a request beside its copy, beside a wait, and beside an operation a thousand times as long.</summary>
internal static class NeighbourTrial
{
    private const int Epochs = 4;

    private static readonly MeasurementPlan Plan = MeasurementPlan.Default with
    {
        Budget = new(TimeSpan.FromMinutes(1)),
        FirstLook = TimeSpan.FromSeconds(1),
        Kinds = SampleKinds.Times,
    };

    public static async Task<string> Run(int repetitions)
    {
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes, Settings.Default.Nice);
        var groups = BenchmarkDiscovery.Discover(typeof(Neighbours)).ToArray();
        var medians = groups.ToDictionary(group => group.Name, _ => new List<double>());
        var start = Stopwatch.GetTimestamp();
        for (var repetition = 1; repetition <= repetitions; repetition++)
        {
            foreach (var group in groups)
                medians[group.Name].Add(await MedianOfGet(group));
            Console.Error.WriteLine($"{Stopwatch.GetElapsedTime(start):hh\\:mm\\:ss} {repetition} of {repetitions}");
        }

        var beside = medians[groups.Single(g => g.Name.Contains($"{Neighbours.Kind.Copy}", StringComparison.Ordinal)).Name];
        var text = new StringBuilder("# Neighbours\n");
        var table = new Table("group", "GET, median", "relative to beside its copy", "from", "to");
        foreach (var (name, ofGroup) in medians)
        {
            var ratios = ofGroup.Zip(beside, (time, copy) => time / copy).ToList();
            table.Add(
                name,
                Format.Time(Statistics.Median(ofGroup)),
                Format.Ratio(Statistics.Median(ratios)),
                Format.Ratio(ratios.Min()),
                Format.Ratio(ratios.Max()));
        }

        table.Write(text, "A short case beside others", $"{repetitions} repetitions. All groups of one are measured one after the other.");
        return $"{text}";
    }

    private static async Task<double> MedianOfGet(BenchmarkGroup group)
    {
        var samples = await InterleavedMeasurement.OfOnePass(new(Plan, new NoSystem(), new NoListener())).Measure(
            [.. group.Cases.Select(c => c.ToBenchmark())], Epochs, CancellationToken.None);
        return samples.Failures is [var failure, ..]
            ? throw new InvalidOperationException($"{failure.Id}: {FaultText.Describe(failure.Fault)}")
            : TimeComparison.Compare(samples.Baseline!, null, null, new ErrorRates()).Timed[Metric.MedianTime].Values[0];
    }
}
