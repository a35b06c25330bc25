using System.Collections.Concurrent;
using System.Reflection;
using HttpPerf.Counting;
using HttpPerf.Discovery;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>The results that this process has measured, and the limits by which it judges them.</summary>
internal sealed class PerfSession(RunContext run)
{
    private readonly ConcurrentDictionary<BenchmarkGroup, Lazy<Task<GroupResult>>> _results = new(ReferenceEqualityComparer.Instance);
    private readonly ConcurrentDictionary<Assembly, Lazy<BenchmarkSuite>> _suites = [];
    private readonly ConcurrentDictionary<Assembly, Lazy<ThresholdFile>> _thresholds = [];

    /// <summary>Files of which an entry can't apply. Their settings are in force all the same.</summary>
    private readonly ConcurrentDictionary<Assembly, ThresholdFile> _withoutEntries = [];
    private readonly ConcurrentDictionary<Assembly, RunResults> _runs = [];

    /// <summary>Tests of other classes may run at the same time; measurements must not.</summary>
    private static readonly SemaphoreSlim Measuring = new(1);

    /// <summary>The session of all tests of this process, unless they are given another one.</summary>
    public static PerfSession Default { get; } = CreateDefault();

    public RunContext Run => run;

    /// <summary>The results of each test assembly.</summary>
    public IEnumerable<RunResults> Runs => _runs.Values;

    /// <summary>Null if there need not be a file, and there is none.</summary>
    /// <exception cref="ThresholdsException">There is no file, or something in it or in the environment is wrong.</exception>
    public ThresholdFile? RequireThresholds(Type benchmarks, bool isOptional) =>
        isOptional && !HasFile(BenchmarkSuite.TestsOf(benchmarks)) ? null : RequireThresholds(benchmarks);

    /// <exception cref="ThresholdsException">There is no file, or something in it or in the environment is wrong.</exception>
    private ThresholdFile RequireThresholds(Type benchmarks) =>
        _thresholds.GetOrAdd(BenchmarkSuite.TestsOf(benchmarks), assembly => new Lazy<ThresholdFile>(() => LoadThresholds(assembly))).Value;

    /// <summary>
    /// Returns the result of a case. The first call for a case of its group measures all of them. Every call writes the group's table to
    /// the test's output.
    /// </summary>
    /// <exception cref="InvalidRunException">Nothing could be measured, or measuring was canceled.</exception>
    public async Task<PerfResult> Measure(BenchmarkGroup group, CaseId id, ITestOutput output, CancellationToken cancellation)
    {
        try
        {
            var own = new Lazy<Task<GroupResult>>(() => Task.Run(() => MeasureOnce(group, output, cancellation)));
            var first = _results.GetOrAdd(group, own);
            // A test that waits for the first one of its group can be canceled alone.
            var result = await (first == own ? own.Value : Abortable(() => first.Value.WaitAsync(cancellation), group, cancellation));
            output.Write(result.Report);
            if (first != own)
                return result.Results[id];
            // No test is only of them.
            foreach (var starts in result.Starts)
                output.Write(starts.Report);
            return result.Results[id].With([.. result.Starts.SelectMany(starts => starts.Results.Values)]);
        }
        finally
        {
            if (_runs.TryGetValue(BenchmarkSuite.TestsOf(group.Type), out var run))
                run.AddTested(id);
        }
    }

    private static PerfSession CreateDefault()
    {
        // The tests' own process may have an API in it, whose connections are to be known before they are opened.
        SqliteStatements.Watch();
        return new(RunContext.OfThisProcess());
    }

    private bool HasFile(Assembly tests) =>
        run.Thresholds is not null || ThresholdFinder.Exists(Path.GetDirectoryName(tests.Location)!, ProjectFile.Find(tests));

    /// <exception cref="ThresholdsException">There is no file.</exception>
    private FoundThresholds FindFile(Assembly tests) =>
        ThresholdFinder.Find(Path.GetDirectoryName(tests.Location)!, ProjectFile.Find(tests), run.Thresholds);

    private ThresholdFile LoadThresholds(Assembly assembly)
    {
        // A comparison with an earlier build has limits of its own.
        if (run.Against is not null && !HasFile(assembly))
            return new ThresholdFile("", [], run.ReadSettings());
        var found = FindFile(assembly);
        var file = ThresholdReader.Load(found.Path, run.Environment);
        file.Farther = found.Farther;
        var suite = SuiteOf(assembly);
        try
        {
            file.Check(suite.Cases, suite.Unreadable);
            return file;
        }
        catch (ThresholdsException)
        {
            // By the list of all cases, the tool can remove entries that match none. Only what limits in code judge is still measured.
            _runs.GetOrAdd(assembly, _ => new RunResults(suite, file, run)).Save();
            _withoutEntries[assembly] = new ThresholdFile(file.Path, [], file.Settings);
            throw;
        }
    }

    private BenchmarkSuite SuiteOf(Assembly assembly) =>
        _suites.GetOrAdd(assembly, key => new Lazy<BenchmarkSuite>(() => BenchmarkSuite.Find(key))).Value;

    private async Task<GroupResult> MeasureOnce(BenchmarkGroup group, ITestOutput output, CancellationToken cancellation)
    {
        try
        {
            return await Abortable(() => MeasureInTurn(group, output, cancellation), group, cancellation);
        }
        finally
        {
            foreach (var failure in ParameterLifetime.End(group))
                output.Warn(failure);
        }
    }

    private async Task<GroupResult> MeasureInTurn(BenchmarkGroup group, ITestOutput output, CancellationToken cancellation)
    {
        await Measuring.WaitAsync(cancellation);
        try
        {
            if ((run.DryReason ?? run.Against?.FindPointless(group, BenchmarkSuite.TestsOf(group.Type))) is not { } reason)
                return await MeasureAndRecord(group, output, cancellation);
            if (run.ResultsForTool is not null)
                Warn(
                    ResultsOf(group, TryThresholds(group.Type)).AddNotMeasured(
                        group.Name, run.DryReason is null ? NotMeasured.Identical : NotMeasured.Dry),
                    output);
            return await new DryRun(group, reason, CallTimeout(group.Type), cancellation).Run();
        }
        finally
        {
            Measuring.Release();
        }
    }

    private async Task<GroupResult> MeasureAndRecord(BenchmarkGroup group, ITestOutput output, CancellationToken cancellation)
    {
        var position = group.GroupsOfClass > 1 ? $"{group.Name}, group {group.Number} of {group.GroupsOfClass}" : group.Name;
        var thresholds = TryThresholds(group.Type);
        var suite = SuiteOf(BenchmarkSuite.TestsOf(group.Type));
        var results = ResultsOf(group, thresholds);
        GroupContext? context = null;
        try
        {
            output.Progress($"{position}: {group.Cases.Count} {(group.Cases.Count > 1 ? "cases" : "case")}");
            context = new GroupContext(run, group, thresholds, text => output.Progress($"{position}: {text}"), cancellation)
            {
                // Where only code asserts, nobody reads a proposal.
                ProposesLimits = (suite.Tested.Count == 0 || suite.IsTested(group.Type)) && group.Cases[0].NeedsLimits,
            };
            var result = await Abortable(
                group.ColdStart is null ? new GroupPipeline(context).Run : new StartPipeline(context).Run, group, cancellation);
            Record(result.Recorded);
            foreach (var starts in result.Starts)
            {
                Record(starts.Recorded);
                foreach (var id in starts.Results.Keys)
                    results.AddTested(id);
            }

            foreach (var file in result.Files)
                output.Attach(file);
            return result;
        }
        catch (InvalidRunException e)
        {
            // Only the earlier build can be the reason why there is no context.
            Record(RecordedGroup.RecordInvalid(group.Name, group.Cases.Select(c => c.Id), e.Message, isEarlier: context is null));
            throw;
        }

        void Record(GroupResults recorded) => Warn(results.Add(recorded), output);
    }

    private RunResults ResultsOf(BenchmarkGroup group, ThresholdFile? thresholds)
    {
        var suite = SuiteOf(BenchmarkSuite.TestsOf(group.Type));
        return _runs.GetOrAdd(suite.Tests, _ => new RunResults(suite, thresholds, run));
    }

    private static void Warn(string? failure, ITestOutput output)
    {
        if (failure is not null)
            output.Warn(failure);
    }

    private static async Task<GroupResult> Abortable(
        Func<Task<GroupResult>> measure, BenchmarkGroup group, CancellationToken cancellation)
    {
        try
        {
            return await measure();
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            throw new InvalidRunException(
                $"Measuring {group.Name} was aborted, because the test run was cancelled or its test took too long. "
                + "Its limits were not checked.");
        }
    }

    /// <summary>The timeout of a call in a dry run, which needs neither a file nor limits that apply.</summary>
    private TimeSpan CallTimeout(Type type)
    {
        try
        {
            var tests = BenchmarkSuite.TestsOf(type);
            if (!HasFile(tests))
                return run.ReadSettings().CallTimeout;
            return ThresholdReader.Load(FindFile(tests).Path, run.Environment).Settings.CallTimeout;
        }
        catch (ThresholdsException)
        {
            return Settings.Default.CallTimeout;
        }
    }

    /// <summary>Limits also decide how long to measure. Without them, the first look at the results is enough.</summary>
    private ThresholdFile? TryThresholds(Type type)
    {
        try
        {
            return RequireThresholds(type);
        }
        catch (ThresholdsException)
        {
            return _withoutEntries.GetValueOrDefault(BenchmarkSuite.TestsOf(type));
        }
    }
}
