using System.Diagnostics;
using System.Text;
using HttpPerf.Thresholds;

namespace HttpPerf.GateQuality;

/// <summary>
/// The accuracy that a priority of measuring brings, and the time that it leaves to other processes: the gate beside two busy loops.
/// </summary>
internal sealed class PriorityTrial(Options options)
{
    private const int BusyLoops = 2;

    private static readonly int[] NiceLevels = [0, -5, -11, -20];

    private sealed record Measurement(int Nice, Run Run, double LeftToOthers);

    public async Task<string> Run()
    {
        var measured = new List<Measurement>();
        var start = Stopwatch.GetTimestamp();
        using var hogs = Hogs.Start(BusyLoops);
        foreach (var scale in options.Scales)
        {
            var calibration = new Calibration(scale);
            var subject = new HttpPerfSubject(scale, options.Output);
            for (var repetition = 1; repetition <= options.Priorities; repetition++)
            {
                await calibration.Run(options.Calibration);
                var levels = NiceLevels.ToArray();
                Random.Shared.Shuffle(levels);
                foreach (var nice in levels)
                {
                    measured.Add(Measure(nice, scale, subject, hogs, calibration));
                    Console.Error.WriteLine(
                        $"{Stopwatch.GetElapsedTime(start):hh\\:mm\\:ss} {scale}, repetition {repetition}: nice {nice}");
                }
            }
        }

        return Render(measured);
    }

    private static Measurement Measure(int nice, Scale scale, HttpPerfSubject subject, Hogs hogs, Calibration calibration)
    {
        var settings = Settings.Default with { Nice = nice, Origins = Settings.Default.Origins.Add("nice", nameof(GateQuality)) };
        var (start, used) = (Stopwatch.GetTimestamp(), hogs.ProcessorTime);
        var (seconds, cases, judged) = subject.Measure(Trial.Gate with { Settings = settings });
        var left = (hogs.ProcessorTime - used) / Stopwatch.GetElapsedTime(start) / Environment.ProcessorCount;
        var run = new Run(
            HttpPerfSubject.Name,
            $"nice {nice}",
            new Setting(scale.Name, BusyLoops),
            Machine.LoadAverage(),
            seconds,
            calibration.LatestTruths,
            cases,
            judged);
        return new(nice, run, left);
    }

    private static string Render(IReadOnlyList<Measurement> measured)
    {
        var text = new StringBuilder("# Priority\n");
        var table = new Table(
            "scale", "nice", "runs", "seconds, median", "twin's half-width, median", "twin's rms error", "twins that failed at 1.05",
            "+5 % found at 1.02", "+10 % found at 1.02", "left to the busy loops");
        foreach (var level in measured.GroupBy(m => (m.Run.Setting.Scale, m.Nice)))
        {
            var runs = level.Select(m => m.Run).ToList();
            table.Add(
                level.Key.Scale,
                $"{level.Key.Nice}",
                Format.Count(runs),
                Format.Number(Statistics.Median(runs.Select(run => run.Seconds))),
                Format.Percent(Statistics.Median(
                    runs.RatiosOf(nameof(Methods.Twin)).Select(ratio => (ratio.Upper - ratio.Lower) / 2))),
                Format.Percent(Statistics.RootMeanSquare(runs.TwinErrors())),
                $"{runs.Failures(nameof(Methods.Twin), Metric.TimeRatio, 1.05)}",
                $"{runs.Failures(nameof(Methods.Slower5), Metric.TimeRatio, 1.02)}",
                $"{runs.Failures(nameof(Methods.Slower10), Metric.TimeRatio, 1.02)}",
                Format.Percent(Statistics.Median(level.Select(m => m.LeftToOthers))));
        }

        table.Write(
            text,
            "The gate at different priorities",
            $"Beside {BusyLoops} busy loops on {Environment.ProcessorCount} processors. What is left to them is a share of the time of all "
            + "processors.");
        return text.ToString();
    }
}
