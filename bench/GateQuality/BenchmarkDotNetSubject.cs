using System.Diagnostics;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using HttpPerf.Machine;

namespace HttpPerf.GateQuality;

/// <summary>BenchmarkDotNet's own engine in this process, judged as people judge its summary: by the figure in the column.</summary>
internal sealed class BenchmarkDotNetSubject(string name, Job job, TimeSpan perMethod, IReadOnlyCollection<string> methods, string output)
{
    private readonly Job _job = job.WithToolchain(InProcessNoEmitToolchain.Instance);

    public string Name => name;

    public TimeSpan Expected => perMethod * methods.Count;

    public static BenchmarkDotNetSubject ShortRun(IReadOnlyCollection<string> methods, string output) =>
        new("BenchmarkDotNet ShortRun", Job.ShortRun, TimeSpan.FromSeconds(7), methods, output);

    /// <summary>One launch instead of two: in one process a second launch is just more iterations.</summary>
    public static BenchmarkDotNetSubject MediumRun(IReadOnlyCollection<string> methods, string output) =>
        new("BenchmarkDotNet MediumRun", Job.MediumRun.WithLaunchCount(1), TimeSpan.FromSeconds(18), methods, output);

    public (double Seconds, IReadOnlyList<CaseFigures> Cases, IReadOnlyList<JudgedFigure> Judged) Measure(
        Scale scale, IEnumerable<TrialLimit> limits)
    {
        using var turn = MachineLock.Acquire(_ => { }, CancellationToken.None);
        var start = Stopwatch.GetTimestamp();
        var reports = Execute(scale);
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;

        var baseline = reports.Single(r => r.BenchmarkCase.Descriptor.Baseline);
        var contenders = reports.ToDictionary(MethodOf);
        return (
            seconds,
            [.. reports.Select(r => FiguresOf(r, baseline))],
            [.. limits.Where(l => contenders.ContainsKey(l.Method)).Select(l => Judged(l, contenders[l.Method], baseline))]);
    }

    private List<BenchmarkReport> Execute(Scale scale)
    {
        var log = new LogCapture();
        var config = ManualConfig.CreateEmpty()
            .AddJob(_job)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddLogger(log)
            .WithOptions(ConfigOptions.DisableLogFile)
            .WithArtifactsPath(Path.Combine(output, "benchmarkdotnet"));
        var info = BenchmarkConverter.TypeToBenchmarks(typeof(Methods), config);
        var cases = info.BenchmarksCases
            .Where(c => c.Parameters[nameof(Methods.Scale)] == scale && methods.Contains(c.Descriptor.WorkloadMethod.Name))
            .ToArray();
        var reports = BenchmarkRunner.Run(new BenchmarkRunInfo(cases, typeof(Methods), info.Config)).Reports.Where(r => r.Success).ToList();
        return reports.Count == cases.Length
            ? reports
            : throw new InvalidRunException(
                $"BenchmarkDotNet measured {reports.Count} of {cases.Length} cases:\n"
                + $"{string.Concat(log.CapturedOutput.Select(o => o.Text))}");
    }

    /// <summary>Its columns Ratio, P95 and Allocated know no doubt: a gate on them passes or fails.</summary>
    private static JudgedFigure Judged(TrialLimit limit, BenchmarkReport report, BenchmarkReport baseline)
    {
        var (value, max) = limit.Metric switch
        {
            var m when m == Metric.AllocatedBytes => (BytesOf(report), limit.Max ?? BytesOf(baseline)),
            var m when m == Metric.AllocatedRatio => (BytesOf(report) / BytesOf(baseline), limit.Max!.Value),
            var m when m == Metric.TimeRatioP95 => (P95Of(report) / P95Of(baseline), limit.Max!.Value),
            _ => (RatioOf(report, baseline).Value, limit.Max!.Value),
        };
        return new JudgedFigure(limit.Method, limit.Metric.Name, max, value, value > max ? Outcome.Failed : Outcome.Passed);
    }

    private static CaseFigures FiguresOf(BenchmarkReport report, BenchmarkReport baseline) => new(
        MethodOf(report),
        report.ResultStatistics!.Median,
        report == baseline ? null : RatioOf(report, baseline),
        Estimate.Exact(BytesOf(report)));

    /// <summary>The ratio of means; its interval from those of the means, 99.9 % each.</summary>
    private static Estimate RatioOf(BenchmarkReport report, BenchmarkReport baseline)
    {
        var (a, b) = (report.ResultStatistics!, baseline.ResultStatistics!);
        var (mine, its) = (a.ConfidenceInterval, b.ConfidenceInterval);
        return new Estimate(
            a.Mean / b.Mean,
            Math.Max(0, mine.Lower) / its.Upper,
            its.Lower > 0 ? mine.Upper / its.Lower : double.PositiveInfinity);
    }

    private static double P95Of(BenchmarkReport report) => report.ResultStatistics!.Percentiles.P95;

    private static double BytesOf(BenchmarkReport report) =>
        report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) ?? double.NaN;

    private static string MethodOf(BenchmarkReport report) => report.BenchmarkCase.Descriptor.WorkloadMethod.Name;
}
