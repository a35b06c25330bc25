using System.Diagnostics;
using HttpPerf.Comparing;
using HttpPerf.Hosting;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Results.Accepting;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>Takes a group through the whole pipeline: run, measure, compare, judge, report.</summary>
internal sealed class GroupRun
{
    private readonly BenchmarkGroup _group;
    private readonly ThresholdFile? _thresholds;
    private readonly Settings _settings;
    private readonly IReadOnlyList<CaseLimits> _limits;
    private readonly IReadOnlyDictionary<int, LimitOrigin> _origins;
    private readonly ErrorRates _errors;
    private readonly Action<string> _progress;
    private readonly CancellationToken _cancellation;
    private readonly Against? _against;
    private readonly EarlierGroup? _earlier;

    private readonly PortPacing _ports = new();
    private readonly UsedHosts _hosts = new();
    private readonly GroupFitness _fitness;
    private readonly EndpointCoverage _endpoints;
    private readonly List<string> _notes = [];
    private TimeSpan _measuring;
    private TimeSpan _timeLimit;

    /// <param name="group">The group to measure.</param>
    /// <param name="thresholds">The limits; null if there are none.</param>
    /// <param name="progress">Receives progress messages, from any thread.</param>
    /// <param name="cancellation">Stops measuring.</param>
    /// <param name="against">The earlier build to compare with; null for none.</param>
    /// <exception cref="InvalidRunException">The earlier build can't be loaded.</exception>
    public GroupRun(
        BenchmarkGroup group,
        ThresholdFile? thresholds,
        Action<string> progress,
        CancellationToken cancellation,
        Against? against = null)
    {
        _against = against;
        _earlier = against?.Find(group);
        _group = group;
        _fitness = new(group, _hosts);
        _endpoints = new(_hosts);
        _thresholds = thresholds;
        _origins = thresholds?.Origins ?? new Dictionary<int, LimitOrigin>();
        _settings = thresholds?.Settings ?? EnvironmentSettings.Read(Variables.ReadFromProcess());
        _limits =
        [
            .. group.Cases.Select(c => c.Id).Select(
                id => new CaseLimits(id, LimitsOf(id, thresholds?.For(id) ?? []))),
        ];
        _errors = new ErrorRates(_settings.ErrorRate);
        _progress = progress;
        _cancellation = cancellation;
    }

    private IReadOnlyList<Limit> LimitsOf(CaseId id, IReadOnlyList<Limit> ofFile)
    {
        var limits = AgainstLimits.Complete(ofFile, isCompared: _earlier?.Has(id) == true);
        return _settings.Quick ? [.. limits.Select(limit => limit.ForQuickRun())] : limits;
    }

    private bool HasBothBuilds => _earlier is { Cases.Count: > 0, IsApart: false };

    private TimeBudget Budget => new(_settings.Budget, HasBothBuilds ? 2 : 1);

    /// <summary>Whether fresh processes measure cases without limits, for which verdicts propose some.</summary>
    public bool ProposesLimits { get; init; }

    /// <exception cref="InvalidRunException">Nothing could be measured.</exception>
    public GroupResult Execute()
    {
        _fitness.Require();
        using var turn = WaitForOtherRuns();
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes, _settings.Nice);
        var start = Stopwatch.GetTimestamp();

        var fresh = new FreshProcess(_group, Budget, _settings.CallTimeout, _progress, _cancellation);
        var confirmation = new Confirmation(fresh, _limits, _settings, Budget)
        {
            ProposesLimits = ProposesLimits && _against is null,
            Against = HasBothBuilds ? _against?.Folder : null,
        };
        var outcome = RunAndMeasure(confirmation);
        var apart = (_against, _earlier) is ({ } against, { } earlier)
            ? new AlternateProcesses(_group, against, earlier, _limits, _settings, _progress, _fitness.Distortion, _cancellation)
            : null;
        var compared = Compare(outcome.Samples);
        var comparison = confirmation.Confirm(
            apart?.Complete(compared, outcome.Samples, _errors) ?? compared, outcome.Samples, _measuring);
        var bytes = new BytesConfirmation(
            _limits, _settings.Processes, _errors.Bytes, (open, process) => CountBytes(open, process, apart, outcome.Samples));
        var record = new BytesConfirmation(
            _limits, _settings.Processes, _errors.Bytes, (open, process) => CountAsRecorded(open, process, outcome.Samples))
        {
            IsOfRecord = true,
        };
        comparison = record.Confirm(bytes.Confirm(comparison));
        var judged = Judge.JudgeGroup(comparison, _limits);
        _notes.AddRange(new[] { apart?.Note, confirmation.Note, bytes.Note, record.Note }.OfType<string>());
        var taken = Stopwatch.GetElapsedTime(start) - confirmation.Taken - bytes.Taken - record.Taken - (apart?.Taken ?? TimeSpan.Zero);
        var explanation = new Explanation(
            _group, _against, _earlier, Budget.Explanation, _settings.CallTimeout, _progress, _cancellation);
        var explained = explanation.Explain(judged, Environment.GetEnvironmentVariable(Variables.Explain), outcome.Folder);
        _notes.AddRange(explanation.Notes);
        AddNotes(judged, outcome, preference, taken);
        var needsLimits = _group.Cases[0].NeedsLimits;
        var results = judged.Cases.ToDictionary(
            c => c.Case,
            c => new PerfResult(c, VerdictMessage.Write(c, comparison, explained.GetValueOrDefault(c.Case)?.Texts, needsLimits))
            {
                HasThrown = comparison.Failures.Any(failure => failure.Id == c.Case && failure.HasThrown),
            });
        return new GroupResult(
            results,
            GroupReport.Render(_group.Name, judged.Cases, _notes),
            [.. outcome.Files, .. explained.Values.SelectMany(e => e.Files)],
            RecordedGroup.Record(
                _group.Name,
                _measuring.TotalSeconds,
                judged,
                [.. DescribeHosts()],
                [.. _notes.Except(DescribeHosts().Select(HostNote))],
                id => results[id].Message,
                explained,
                outcome.Samples,
                keepsSamples: Environment.GetEnvironmentVariable(Variables.Samples) is "1") with
            {
                Endpoints = [.. _endpoints.Found.Select(api => new EndpointResults(api.Key, api.Value.All, api.Value.Matched))],
            });
    }

    /// <summary>In a process that has both builds, or in one of each where a process can't have both.</summary>
    private GroupSamples CountBytes(
        IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> bytes, int process, AlternateProcesses? apart, GroupSamples samples)
    {
        if (apart is { HasMeasured: true })
            return apart.CountBytes(bytes, process);
        var fresh = new FreshProcess(_group, Budget, _settings.CallTimeout, _progress, _cancellation);
        return fresh.Measure(
            fresh.RequestFor(bytes) with { Against = _against!.Folder }, $"counting bytes in fresh process {process}", samples.Failures);
    }

    /// <summary>In a process that is compiled as those were that counted the amounts to record.</summary>
    private GroupSamples CountAsRecorded(IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> bytes, int process, GroupSamples samples)
    {
        var fresh = new FreshProcess(_group, Budget, _settings.CallTimeout, _progress, _cancellation);
        return fresh.Measure(
            fresh.RequestFor(bytes) with { IsAlike = false }, $"counting bytes in fresh process {process}", samples.Failures);
    }

    private MachineLock WaitForOtherRuns()
    {
        var start = Stopwatch.GetTimestamp();
        var waited = false;
        var turn = Acquire();
        if (waited)
            _notes.Add($"Waited {Stopwatch.GetElapsedTime(start).InSeconds("0.0")} s for another performance test on this machine"
                + (turn.WaitedFor is { } run ? $" ({run})." : "."));
        if (turn.Objection is { } objection)
            _notes.Add(
                $"Other performance tests may have run at the same time, because {MachineLock.LockFile} {objection}. Remove the cause, or "
                + "run one test project at a time.");
        return turn;

        MachineLock Acquire()
        {
            try
            {
                return MachineLock.Acquire(
                    text =>
                    {
                        waited = true;
                        _progress(text);
                    },
                    _cancellation,
                    $"{IBenchmarksOfTests.AssemblyOf(_group.Type).GetName().Name} ({_group.Name})",
                    TimeSpan.FromMinutes(_settings.LockMinutes));
            }
            catch (TimeoutException e)
            {
                throw new InvalidRunException(
                    $"Nothing of {_group.Name} was measured, because {e.Message}. One performance test at a time measures on a machine. "
                    + "End the other one if it hangs, or wait longer with \"lockMinutes\" in the \"settings\" of thresholds.json, "
                    + "or HTTPPERF_LOCK_MINUTES.");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new InvalidRunException(
                    $"Nothing of {_group.Name} was measured, because {MachineLock.LockFile} can't be created. One performance test at a "
                    + $"time has it open. {e.Message} Set TMPDIR (TEMP on Windows) to a folder that can be written.");
            }
        }
    }

    private RunOutcome RunAndMeasure(Confirmation confirmation)
    {
        var start = 0L;
        var measurement = new InterleavedMeasurement(Options(), FindUndecided);
        var artifacts = ArtifactsFolder.Create(
            _group.Name, ArtifactsFolder.FindRoot(BenchmarkSuite.TestsOf(_group.Type), _thresholds?.Path), _notes.Add);
        return BenchmarkRun.Execute(_group, Measure, artifacts, _settings.Epochs);

        async Task<GroupSamples> Measure(IReadOnlyList<Benchmark> cases, int epochs)
        {
            start = Stopwatch.GetTimestamp();
            var samples = await measurement.Measure([.. cases, .. HasBothBuilds ? _earlier!.Cases : []], epochs, _cancellation);
            _measuring = Stopwatch.GetElapsedTime(start);
            return samples;
        }

        IReadOnlyDictionary<CaseId, SampleKinds> FindUndecided(GroupSamples samples)
        {
            var (comparison, taken) = (Compare(samples), Stopwatch.GetElapsedTime(start));
            _timeLimit = confirmation.TimeLimit(comparison, taken);
            var errors = comparison.Errors with { ConfirmsTimes = confirmation.IsPossible(taken) };
            return Judge.FindUndecided(comparison with { Errors = errors }, _limits);
        }
    }

    private GroupComparison Compare(GroupSamples samples)
    {
        var comparison = GroupComparison.Compare(samples, _errors);
        return comparison with
        {
            Earlier = _against?.Place,
            Cases = [.. comparison.Cases.Select(c => c with { IsQuick = _settings.Quick, Distortion = _fitness.Distortion })],
        };
    }

    private MeasuringOptions Options() => new()
    {
        Budget = Budget,
        OperationTimeout = _settings.CallTimeout,
        TimeLimit = () => _timeLimit,
        FirstLook = Budget.FirstLook,
        Limited = Judge.FindLimited(_limits).GetValueOrDefault,
        Bounded = Judge.FindBounded(_limits).GetValueOrDefault,
        DecisiveWindows = Judge.DecisiveWindows,
        Progress = _progress,
        EpochProgress = Variables.ShowsEpochs ? _progress : _ => { },
        Ports = _ports,
        Note = note =>
        {
            if (!_notes.Contains(note))
                _notes.Add(note);
        },
        EnvironmentFailure = _hosts.FindFailureAsync,
        ServerErrors = () => ServerErrors.Find(_hosts.Running),
        UnfitCode = _fitness.FindObjection,
        WhileProbing = _endpoints.Watch,
        Asked = ApiHost.NoteRequest,
        ServerUsage = () => new HostUsage(_hosts.Running),
        ServerCompilation = cancellation => HostUsage.ReadCompilation(_hosts.Running, cancellation),
        Counters = id => HostCounters.For(_hosts.Running, BuildOf(id)),
    };

    /// <summary>Null if only today's build is there.</summary>
    private BuildOfCase? BuildOf(CaseId id)
    {
        if (!HasBothBuilds)
            return null;
        var build = _earlier!.Build;
        var (today, earlier) = (Path.GetDirectoryName(IBenchmarksOfTests.AssemblyOf(_group.Type).Location)!, build.Folder);
        return id.IsBefore
            ? new(earlier, today, name => build.Lacks(isEarlier: true, name), CaseComparison.OnlyToday)
            : new(today, earlier, name => build.Lacks(isEarlier: false, name), CaseComparison.OnlyEarlier);
    }

    private IEnumerable<string> DescribeHosts() => _hosts.Running.Select(h => $"{h.Description}. {h.Diagnostics}.");

    private static string HostNote(string host) => $"Host: {host}";

    private void AddNotes(JudgedGroup judged, RunOutcome outcome, ProcessorPreference preference, TimeSpan total)
    {
        var comparison = judged.Comparison;
        if (comparison.Cases.Count > 0)
            _notes.Add(AACheckWording.Summarize(_group.Cases[0].Id.Baseline is not null, comparison.AACheck));
        _notes.AddRange(ProcessNotes.Write(comparison));
        _notes.AddRange(NotShownNotes.Write(judged, _measuring));
        _notes.AddRange(SuspicionNotes.Write(outcome.Samples));
        _notes.AddRange(LoadNotes.Write(outcome.Samples, Environment.ProcessorCount));
        if (_thresholds is not null)
            _notes.AddRange(FartherFilesNotes.Write(_thresholds));
        _notes.AddRange(NotAppliedNotes.Write(comparison, _limits));
        _notes.AddRange(BrokenInstrumentNotes.Write(outcome.Samples));
        _notes.AddRange(OriginNotes.Write(_limits, _origins, ThisMachine.Description));
        _notes.AddRange(NotAppliedNotes.WriteNotCompared(comparison, _limits));
        if (_earlier is not null)
        {
            _notes.AddRange(AgainstNotes.Write(judged, _earlier));
            _notes.AddRange(FolderNotes.Write(_hosts.Running));
            _against!.Tell(judged, _earlier);
        }

        if (preference.Description is { } scheduling)
            _notes.Add($"Scheduled with {scheduling}.");
        _notes.AddRange(DescribeHosts().Select(HostNote));
        if (_fitness.Distortion is { } distortion)
            _notes.Add(DistortionWording.Summarize(distortion));
        if (DistortionWording.SummarizeCold(comparison) is { } cold)
            _notes.Add(cold);
        _notes.AddRange(ProcessFitness.Reservations());
        _notes.AddRange(_fitness.Reservations);
        if (EnvironmentSettings.DescribeChanges(_settings) is { } settings)
            _notes.Add(settings);
        if (DeclaredConfig.DescribeUnused(_group.Type) is { } unused)
            _notes.Add(unused);
        _notes.AddRange(outcome.Errors);
        if (_ports.Waited > TimeSpan.Zero)
            _notes.Add(
                $"Waited {_ports.Waited.InSeconds("0")} s because more than half of this machine's ports were held by closed connections "
                + "(TIME_WAIT).");
        var overhead = (total - _measuring).TotalMilliseconds / _group.Cases.Count;
        _notes.Add($"Measured in {_measuring.InSeconds("0.0")} s, {outcome.Samples.WarmUp.InSeconds("0.0")} s of them to warm up; "
            + $"BenchmarkDotNet and reporting took {overhead.Show("0")} more ms per case.");
    }
}
