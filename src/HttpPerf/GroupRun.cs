using System.Diagnostics;
using HttpPerf.Comparing;
using HttpPerf.Hosting;
using HttpPerf.Measuring;
using HttpPerf.Reporting;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf;

/// <summary>Takes a group through the whole pipeline: run, measure, compare, judge, report.</summary>
/// <param name="group">What is measured.</param>
/// <param name="thresholds">The limits; null where there are none.</param>
/// <param name="progress">Told what is being done, from whatever thread does it.</param>
/// <param name="cancellation">Gives up.</param>
internal sealed class GroupRun(BenchmarkGroup group, ThresholdFile? thresholds, Action<string> progress, CancellationToken cancellation)
{
    private readonly Dictionary<CaseId, IReadOnlyList<Limit>> _limits =
        group.Cases.ToDictionary(c => c.Id, c => thresholds?.For(c.Id) ?? []);

    private readonly Settings _settings = thresholds?.Settings ?? Settings.Of(Variables.OfThisProcess());
    private readonly List<string> _notes = [];
    private readonly PortPacing _ports = new();
    private readonly long _hostUses = ApiHost.Uses;
    private TimeSpan _measuring;

    /// <exception cref="InvalidRunException">Nothing could be measured.</exception>
    public GroupResult Execute()
    {
        ProcessFitness.Require();
        using var turn = TakeTurn();
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes);
        var start = Stopwatch.GetTimestamp();

        var errors = new ErrorBudget(_limits.Values.Sum(limits => limits.Count(limit => !limit.Metric.IsExact())), _settings.ErrorRate);
        var measurement = new InterleavedMeasurement(Options(), samples => IsDecided(Comparison.Of(samples, errors.Next())));
        var artifacts = ArtifactsFolder.For(group.Name, ArtifactsRoot(), _notes.Add);
        var outcome = BenchmarkRun.Execute(group, (cases, epochs) => Measure(measurement, cases, epochs), artifacts, _settings.Epochs);

        var comparisons = Comparison.Of(outcome.Samples, errors.Current);
        var results = Judgements(outcome.Samples, comparisons.ToDictionary(c => c.Case));
        if (comparisons.Count > 0)
            _notes.Add(ControlWords.Line(comparisons[0].Case, comparisons[0].Controls));
        _notes.AddRange(NotAppliedNotes.Of(comparisons, c => _limits[c.Case]));
        if (preference.Description is { } scheduling)
            _notes.Add($"Scheduled with {scheduling}.");
        AddNotes(outcome, Stopwatch.GetElapsedTime(start));
        return new GroupResult(
            results.ToDictionary(r => r.Case.Name),
            GroupReport.Render(group.Name, results.Select(r => (r.Case.Name, r.Comparison, r.Verdict)), _notes),
            outcome.Files);
    }

    private MachineLock TakeTurn()
    {
        var start = Stopwatch.GetTimestamp();
        var waited = false;
        var turn = MachineLock.Acquire(
            () =>
            {
                waited = true;
                progress("another performance test runs on this machine; waiting for it to end");
            },
            cancellation);
        if (waited)
            _notes.Add($"Waited {Stopwatch.GetElapsedTime(start).TotalSeconds:0.0} s for another performance test on this machine.");
        return turn;
    }

    private MeasuringOptions Options() => new()
    {
        Budget = _settings.Budget,
        Progress = progress,
        Ports = _ports,
        EnvironmentFailure = FindHostFailure,
        Counters = () => HostCounters.For(ApiHost.UsedSince(_hostUses)),
    };

    private async Task<GroupSamples> Measure(InterleavedMeasurement measurement, IReadOnlyList<Benchmark> cases, int epochs)
    {
        var start = Stopwatch.GetTimestamp();
        var samples = await measurement.Measure(cases, epochs, cancellation);
        _measuring = Stopwatch.GetElapsedTime(start);
        return samples;
    }

    private bool IsDecided(IReadOnlyList<CaseComparison> comparisons) => comparisons.All(c => Judge.IsDecided(c, _limits[c.Case]));

    private List<PerfResult> Judgements(GroupSamples samples, Dictionary<CaseId, CaseComparison> comparisons)
    {
        var failures = samples.Failures.ToDictionary(f => f.Id, f => f.Cause);
        return [.. group.Cases.Select(c => Judged(c.Id))];

        PerfResult Judged(CaseId id)
        {
            var comparison = comparisons.GetValueOrDefault(id);
            var baseline = comparisons.Values.FirstOrDefault(c => c.Case.IsBaseline);
            Verdict verdict = comparison is null ? new Verdict.Invalid(failures[id])
                : id.Baseline is not null && baseline is null ? new Verdict.Invalid($"Its baseline {id.Baseline} could not be measured:\n{failures[group.Cases.First(c => c.Id.IsBaseline).Id]}")
                : Judge.Of(comparison, _limits[id]);
            return new PerfResult(id, comparison, verdict, VerdictMessage.Of(id, verdict, comparison, baseline));
        }
    }

    private void AddNotes(RunOutcome outcome, TimeSpan total)
    {
        _notes.AddRange(ApiHost.UsedSince(_hostUses).Select(h => $"Host: {h.Description}. {h.Diagnostics}."));
        _notes.AddRange(ProcessFitness.Reservations());
        if (_settings.Note is { } settings)
            _notes.Add(settings);
        _notes.AddRange(outcome.Errors);
        if (_ports.Waited > TimeSpan.Zero)
            _notes.Add($"Waited {_ports.Waited.TotalSeconds:0} s for ports of closed connections (TIME_WAIT), of which more than half of this machine's were.");
        _notes.Add($"Measured in {_measuring.TotalSeconds:0.0} s; BenchmarkDotNet and reporting took {(total - _measuring).TotalMilliseconds / group.Cases.Count:0} ms a case beside it.");
    }

    /// <summary>Beside thresholds.json, where people look; a run without that file writes beside the tests.</summary>
    private string ArtifactsRoot() =>
        Environment.GetEnvironmentVariable(Variables.Artifacts) is { Length: > 0 } configured
            ? Path.GetFullPath(configured)
            : Path.Combine(Path.GetDirectoryName(thresholds?.Path) ?? AppContext.BaseDirectory, "artifacts");

    private static async Task<string?> FindHostFailure()
    {
        foreach (var host in ApiHost.Active)
            if (await host.FindFailureAsync(TimeSpan.FromSeconds(1)) is { } failure)
                return $"{host.Description} failed:\n{failure}";
        return null;
    }
}
