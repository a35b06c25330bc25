using System.Diagnostics;
using System.Globalization;
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

/// <summary>How far two equal clients seem to differ under the load of many callers, and what each call allocates there.</summary>
internal static class LoadTrial
{
    /// <summary>As many as two passes of a group that is undecided have: connections differ from epoch to epoch.</summary>
    private const int Epochs = 16;

    /// <summary>How often a single caller is measured, whose bytes those of many are compared with.</summary>
    private const int OfSingleCaller = 4;
    private const double FalseAlarm = 1.05;

    /// <summary>The rounds of all epochs together take the default budget.</summary>
    private static readonly MeasurementPlan Plan = MeasurementPlan.Default with
    {
        FirstLook = TimeBudget.Default.Rounds / Epochs,
        Kinds = SampleKinds.Times | SampleKinds.Bytes | SampleKinds.Costs,
    };

    public static async Task<string> Run(int repetitions, IReadOnlyList<int> hogs)
    {
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes, Settings.Default.Nice);
        var groups = BenchmarkDiscovery.Discover(typeof(Load)).ToArray();
        var table = new Table(
            "callers",
            "busy loops",
            "runs",
            "throughput, rms error",
            "median time, rms error",
            "p99, rms error",
            "false alarms at 1.05",
            "B/op");
        var start = Stopwatch.GetTimestamp();
        foreach (var busy in hogs)
        {
            var twins = groups.ToDictionary(group => group, _ => new List<CaseComparison>());
            for (var repetition = 1; repetition <= repetitions; repetition++)
            {
                using var load = Hogs.Start(busy);
                foreach (var group in repetition > OfSingleCaller ? groups[^1..] : groups)
                    twins[group].Add(await Measure(group));
                Console.Error.WriteLine(
                    $"{Stopwatch.GetElapsedTime(start):hh\\:mm\\:ss} {repetition} of {repetitions}, {busy} busy loops: "
                    + string.Join(", ", twins.Values.Select(of => Format.Ratio(of[^1].Measured[Metric.ThroughputRatio].Value))));
            }

            foreach (var (group, ofGroup) in twins)
            {
                table.Add(
                    group.Cases[0].Id.Parameters,
                    busy.ToString(CultureInfo.InvariantCulture),
                    Format.Count(ofGroup),
                    ErrorOf(Metric.ThroughputRatio),
                    ErrorOf(Metric.TimeRatio),
                    ErrorOf(Metric.TimeRatioP99),
                    $"{Rate.Of(ofGroup, c => c.Measured[Metric.ThroughputRatio].Upper < 1 / FalseAlarm)}",
                    Format.Range([.. ofGroup.Select(c => c.Measured[Metric.AllocatedBytes].Value)]));

                string ErrorOf(Metric metric) => Format.Percent(
                    Statistics.RootMeanSquare([.. ofGroup.Select(c => c.Measured[metric].Value - 1)]));
            }
        }

        var text = new StringBuilder("# Load\n");
        table.Write(text, "Two equal clients", "Rounds of 10 s together; setup and warm-up come on top.");
        return $"{text}";
    }

    private static async Task<CaseComparison> Measure(BenchmarkGroup group)
    {
        var samples = await InterleavedMeasurement.OfOnePass(new(Plan, new NoSystem(), new NoListener())).Measure(
            [.. group.Cases.Select(c => c.ToBenchmark())], Epochs, CancellationToken.None);
        return samples.Failures is [var failure, ..]
            ? throw new InvalidOperationException($"{failure.Id}: {FaultText.Describe(failure.Fault)}")
            : GroupComparison.Compare(samples, new ErrorRates()).Cases.Single(c => !c.Case.IsBaseline);
    }
}
