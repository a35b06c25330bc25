using System.Diagnostics;
using HttpPerf.Comparing;
using HttpPerf.Hosting;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Reporting;
using HttpPerf.Running;
using HttpPerf.Server;
using HttpPerf.Thresholds;

namespace HttpPerf;

/// <summary>Takes a group through the whole pipeline: run, measure, compare, judge, report.</summary>
internal sealed class GroupRun
{
    private readonly BenchmarkGroup _group;
    private readonly string? _thresholdsPath;
    private readonly Settings _settings;
    private readonly IReadOnlyList<CaseLimits> _limits;
    private readonly ErrorBudget _errors;
    private readonly Action<string> _progress;
    private readonly CancellationToken _cancellation;

    private readonly PortPacing _ports = new();
    private readonly long _hostUses = ApiHost.Uses;
    private readonly List<string> _notes = [];
    private IReadOnlyList<string> _reservations = [];
    private TimeSpan _measuring;

    /// <param name="group">The group to measure.</param>
    /// <param name="thresholds">The limits; null if there are none.</param>
    /// <param name="progress">Receives progress messages, from any thread.</param>
    /// <param name="cancellation">Stops measuring.</param>
    public GroupRun(BenchmarkGroup group, ThresholdFile? thresholds, Action<string> progress, CancellationToken cancellation)
    {
        _group = group;
        _thresholdsPath = thresholds?.Path;
        _settings = thresholds?.Settings ?? EnvironmentSettings.Read(Variables.ReadFromProcess());
        _limits = [.. group.Cases.Select(c => new CaseLimits(c.Id, thresholds?.For(c.Id) ?? []))];
        _errors = new ErrorBudget(_limits.Sum(c => c.Limits.Count(limit => limit.Metric.AppliesTo(c.Case))), _settings.ErrorRate);
        _progress = progress;
        _cancellation = cancellation;
    }

    /// <exception cref="InvalidRunException">Nothing could be measured.</exception>
    public GroupResult Execute()
    {
        RequireFitness();
        using var turn = WaitForOtherRuns();
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes);
        var start = Stopwatch.GetTimestamp();

        var outcome = RunAndMeasure();
        var confirmation = new Confirmation(_group, _limits, _settings, _progress, _cancellation);
        var comparison = confirmation.Confirm(GroupComparison.Compare(outcome.Samples, _errors), outcome.Samples, _measuring);
        var judged = Judge.JudgeGroup(comparison, _limits);
        if (confirmation.Note is { } note)
            _notes.Add(note);
        AddNotes(judged, outcome, preference, Stopwatch.GetElapsedTime(start) - confirmation.Taken);
        return new GroupResult(
            judged.Cases.ToDictionary(c => c.Case, c => new PerfResult(c, VerdictMessage.Write(c, comparison))),
            GroupReport.Render(_group.Name, judged.Cases, _notes),
            outcome.Files);
    }

    private void RequireFitness()
    {
        if (ProcessFitness.Objection is { } objection)
            throw new InvalidRunException(objection);
        CodeFitness.LoadReferences(_group.Type.Assembly);
        if (Fitness(UnoptimizedCode.FindLoaded()).Objection is { } unfit)
            throw new InvalidRunException($"Nothing of {_group.Name} was measured: {unfit}");
    }

    /// <summary>Also looks at what has been loaded since the start, and at the servers.</summary>
    private async Task<string?> FindUnfitCode()
    {
        var all = new List<CodeFitness> { Fitness(UnoptimizedCode.FindLoaded()) };
        foreach (var host in ApiHost.UsedSince(_hostUses))
        {
            try
            {
                all.Add(Fitness(await host.FindUnoptimizedAsync(), $", loaded by {host.Description},"));
            }
            catch (HostException)
            {
                // A server that has died is noticed by the next case that calls it.
            }
        }

        _reservations = [.. all.Select(f => f.Reservation).OfType<string>()];
        return all.Select(f => f.Objection).FirstOrDefault(o => o is not null);
    }

    private CodeFitness Fitness(IReadOnlyList<UnoptimizedAssembly> found, string place = "") =>
        new(found, place, DeclaredConfig.AllowsUnoptimizedCode(_group.Type));

    private MachineLock WaitForOtherRuns()
    {
        var start = Stopwatch.GetTimestamp();
        var waited = false;
        var turn = MachineLock.Acquire(
            () =>
            {
                waited = true;
                _progress("another performance test runs on this machine; waiting for it to end");
            },
            _cancellation);
        if (waited)
            _notes.Add($"Waited {Stopwatch.GetElapsedTime(start).TotalSeconds:0.0} s for another performance test on this machine.");
        return turn;
    }

    private RunOutcome RunAndMeasure()
    {
        var measurement = new InterleavedMeasurement(
            Options(), samples => Judge.FindUndecided(GroupComparison.Compare(samples, _errors), _limits));
        var artifacts = ArtifactsFolder.Create(_group.Name, ArtifactsRoot(), _notes.Add);
        return BenchmarkRun.Execute(_group, Measure, artifacts, _settings.Epochs);

        async Task<GroupSamples> Measure(IReadOnlyList<Benchmark> cases, int epochs)
        {
            var start = Stopwatch.GetTimestamp();
            var samples = await measurement.Measure(cases, epochs, _cancellation);
            _measuring = Stopwatch.GetElapsedTime(start);
            return samples;
        }
    }

    private MeasuringOptions Options() => new()
    {
        Budget = _settings.Budget,
        Progress = _progress,
        Ports = _ports,
        Note = note =>
        {
            if (!_notes.Contains(note))
                _notes.Add(note);
        },
        EnvironmentFailure = () => ApiHost.FindFailureOfAnyAsync(TimeSpan.FromSeconds(1)),
        UnfitCode = FindUnfitCode,
        ServerUsage = () => new HostUsage(ApiHost.UsedSince(_hostUses)),
        Counters = () => HostCounters.For(ApiHost.UsedSince(_hostUses)),
    };

    private void AddNotes(JudgedGroup judged, RunOutcome outcome, ProcessorPreference preference, TimeSpan total)
    {
        var comparison = judged.Comparison;
        if (comparison.Cases.Count > 0)
            _notes.Add(AACheckWording.Summarize(_group.Cases[0].Id.Baseline is not null, comparison.AACheck));
        _notes.AddRange(NotAppliedNotes.Write(comparison, _limits));
        if (preference.Description is { } scheduling)
            _notes.Add($"Scheduled with {scheduling}.");
        _notes.AddRange(ApiHost.UsedSince(_hostUses).Select(h => $"Host: {h.Description}. {h.Diagnostics}."));
        _notes.AddRange(ProcessFitness.Reservations());
        _notes.AddRange(_reservations);
        if (EnvironmentSettings.DescribeChanges(_settings) is { } settings)
            _notes.Add(settings);
        if (DeclaredConfig.DescribeUnused(_group.Type) is { } unused)
            _notes.Add(unused);
        _notes.AddRange(outcome.Errors);
        if (_ports.Waited > TimeSpan.Zero)
            _notes.Add(
                $"Waited {_ports.Waited.TotalSeconds:0} s because more than half of this machine's ports were held by closed connections "
                + "(TIME_WAIT).");
        var overhead = (total - _measuring).TotalMilliseconds / _group.Cases.Count;
        _notes.Add($"Measured in {_measuring.TotalSeconds:0.0} s; BenchmarkDotNet and reporting took {overhead:0} more ms per case.");
    }

    /// <summary>Next to thresholds.json, where people look; without that file, next to the tests.</summary>
    private string ArtifactsRoot() =>
        Environment.GetEnvironmentVariable(Variables.Artifacts) is { Length: > 0 } configured
            ? Path.GetFullPath(configured)
            : Path.Combine(Path.GetDirectoryName(_thresholdsPath) ?? AppContext.BaseDirectory, "artifacts");
}
