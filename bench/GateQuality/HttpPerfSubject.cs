using System.Diagnostics;
using HttpPerf.Discovery;
using HttpPerf.Judging.Limits;
using HttpPerf.Machine;
using HttpPerf.Pipeline;
using HttpPerf.Thresholds;

namespace HttpPerf.GateQuality;

/// <summary>HttpPerf as its users get it: all of <see cref="GroupPipeline"/>, with limits given by code instead of by a file.</summary>
internal sealed class HttpPerfSubject(Scale scale, string output)
{
    public const string Name = "HttpPerf";

    /// <summary>A group's budget, and what comes on top on a busy machine.</summary>
    public static readonly TimeSpan Expected = TimeSpan.FromSeconds(25);

    private readonly BenchmarkGroup _group = BenchmarkDiscovery.Discover(typeof(Methods)).Single(
        g => g.Name == $"{nameof(Methods)}(Scale: {scale})");

    /// <summary>The base's bytes, the upper end: measured once without limits, as a user finds the figure to write down.</summary>
    private double? _recordedBytes;

    public (double Seconds, IReadOnlyList<CaseFigures> Cases, IReadOnlyList<JudgedFigure> Judged) Measure(Trial trial)
    {
        _recordedBytes ??= Execute([nameof(Methods.Base), nameof(Methods.Twin)], [], Settings.Default)
            .Values.Single(r => r.Case.IsBaseline)[Metric.AllocatedBytes].Upper;
        WaitForOthers();
        var start = Stopwatch.GetTimestamp();
        var limits = trial.Limits.Select(l => l with { Max = l.Max ?? _recordedBytes }).ToList();
        var results = Execute([nameof(Methods.Base), .. limits.Select(l => l.Method)], limits, trial.Settings);
        return (
            Stopwatch.GetElapsedTime(start).TotalSeconds,
            [.. results
                .Where(r => r.Value.Comparison is not null)
                .Select(r => FiguresOf(Trial.Known(r.Key), r.Value.Comparison!.Measured))],
            [.. limits.Select(l => Judged(l, results[l.Method]))]);
    }

    /// <summary>Other performance tests on the machine hold its lock; waiting for them is not measuring.</summary>
    private static void WaitForOthers() => MachineLock.Acquire(_ => { }, CancellationToken.None).Dispose();

    private Dictionary<string, PerfResult> Execute(string[] methods, IReadOnlyList<TrialLimit> limits, Settings settings)
    {
        var group = _group with { Cases = [.. _group.Cases.Where(c => methods.Contains(c.Id.Method))] };
        var thresholds = new ThresholdFile(
            Path.Combine(output, "limits given by code"), [.. limits.GroupBy(l => l.Method).Select(ToEntry)], settings);
        var context = new GroupContext(new RunContext(Variables.None), group, thresholds, _ => { }, CancellationToken.None);
        return Task.Run(new GroupPipeline(context).Run).GetAwaiter().GetResult().Results.Values.ToDictionary(r => r.Case.Method);
    }

    private ThresholdEntry ToEntry(IGrouping<string, TrialLimit> ofMethod)
    {
        var name = _group.Cases.Single(c => c.Id.Method == ofMethod.Key).Id.Name;
        return new ThresholdEntry(name, new Position(1, 1), [.. ofMethod.Select(l => new Limit(l.Metric, null, l.Max, name, "", 1, 1))]);
    }

    public static Outcome OutcomeOf(JudgedLimit? judged) => judged?.Status switch
    {
        LimitStatus.Within or LimitStatus.NotShown => Outcome.Passed,
        LimitStatus.Above or LimitStatus.Below => Outcome.Failed,
        LimitStatus.Undecided or LimitStatus.Unjudged => Outcome.Inconclusive,
        _ => Outcome.Invalid,
    };

    private static JudgedFigure Judged(TrialLimit limit, PerfResult result)
    {
        var own = result.Verdict.Judged.FirstOrDefault(j => j.Limit.Metric == limit.Metric);
        return new JudgedFigure(
            Trial.Known(limit.Method), limit.Metric.Name, limit.Max!.Value, own?.Measured.Value ?? double.NaN, OutcomeOf(own))
        {
            Detectable = own?.DetectableChange,
        };
    }

    private static CaseFigures FiguresOf(string method, IReadOnlyDictionary<Metric, Estimate> measured) => new(
        method,
        measured[Metric.MedianTime].Value,
        measured.TryGetValue(Metric.TimeRatio, out var ratio) ? ratio : null,
        measured[Metric.AllocatedBytes]);
}
