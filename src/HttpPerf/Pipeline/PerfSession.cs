using System.Collections.Concurrent;
using System.Reflection;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>The results that this process has measured, and the limits by which it judges them.</summary>
internal sealed class PerfSession
{
    private readonly ConcurrentDictionary<BenchmarkGroup, Lazy<GroupResult>> _results = new(ReferenceEqualityComparer.Instance);
    private readonly ConcurrentDictionary<Assembly, Lazy<BenchmarkSuite>> _suites = [];
    private readonly ConcurrentDictionary<Assembly, Lazy<ThresholdFile>> _thresholds = [];

    /// <summary>Files of which an entry can't apply. Their settings are in force all the same.</summary>
    private readonly ConcurrentDictionary<Assembly, ThresholdFile> _withoutEntries = [];
    private readonly ConcurrentDictionary<Assembly, RunResults> _runs = [];
    private readonly Lock _measuring = new();

    public static PerfSession Current { get; } = new();

    /// <summary>What was measured, by test assembly.</summary>
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
    public PerfResult Measure(BenchmarkGroup group, CaseId id, ITestOutput output)
    {
        try
        {
            var result = _results.GetOrAdd(group, key => new Lazy<GroupResult>(() => MeasureOnce(key, output))).Value;
            output.Write(result.Report);
            return result.Results[id];
        }
        finally
        {
            if (_runs.TryGetValue(BenchmarkSuite.TestsOf(group.Type), out var run))
                run.AddTested(id);
        }
    }

    private static bool HasFile(Assembly tests) =>
        ThresholdFinder.Exists(Path.GetDirectoryName(tests.Location)!, ProjectFile.Find(tests));

    private ThresholdFile LoadThresholds(Assembly assembly)
    {
        AcceptedLimits.RefuseInCI();
        var environment = Variables.ReadFromProcess();
        // A comparison with an earlier build has limits of its own.
        if (Against.Read(environment) is not null && !HasFile(assembly))
            return new ThresholdFile("", [], EnvironmentSettings.Read(environment));
        var project = ProjectFile.Find(assembly);
        var found = ThresholdFinder.Find(Path.GetDirectoryName(assembly.Location)!, project);
        var file = ThresholdReader.Load(found.Path, environment, project);
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
            _runs.GetOrAdd(assembly, _ => new RunResults(suite, file, Against.Read(environment))).Save();
            _withoutEntries[assembly] = new ThresholdFile(file.Path, [], file.Settings);
            throw;
        }
    }

    private BenchmarkSuite SuiteOf(Assembly assembly) =>
        _suites.GetOrAdd(assembly, key => new Lazy<BenchmarkSuite>(() => BenchmarkSuite.Find(key))).Value;

    private GroupResult MeasureOnce(BenchmarkGroup group, ITestOutput output)
    {
        try
        {
            return MeasureNow(group, output);
        }
        finally
        {
            foreach (var failure in ParameterLifetime.End(group))
                output.Warn(failure);
        }
    }

    private GroupResult MeasureNow(BenchmarkGroup group, ITestOutput output)
    {
        // Tests of other classes may run at the same time; measurements must not.
        lock (_measuring)
        {
            var against = Against.Read(Variables.ReadFromProcess());
            if (DryRun.Reason is not null)
                against?.TellDry();
            if ((DryRun.Reason ?? against?.FindPointless(group)) is { } reason)
            {
                var dry = new DryRun(group, reason, CallTimeout(group.Type), output.Cancellation);
                return Execute(dry.Execute, group.Name, output.Cancellation);
            }

            var position = group.GroupsOfClass > 1 ? $"{group.Name}, group {group.Number} of {group.GroupsOfClass}" : group.Name;
            var thresholds = TryThresholds(group.Type);
            var suite = SuiteOf(BenchmarkSuite.TestsOf(group.Type));
            var results = _runs.GetOrAdd(suite.Tests, _ => new RunResults(suite, thresholds, against));
            var isLoaded = false;
            try
            {
                output.Progress($"{position}: {group.Cases.Count} {(group.Cases.Count > 1 ? "cases" : "case")}");
                var run = new GroupRun(
                    group, thresholds, text => output.Progress($"{position}: {text}"), output.Cancellation, against)
                {
                    // Where only code asserts, nobody reads a proposal.
                    ProposesLimits = (suite.Tested.Count == 0 || suite.IsTested(group.Type)) && group.Cases[0].NeedsLimits,
                };
                isLoaded = true;
                var result = Execute(run.Execute, group.Name, output.Cancellation);
                Record(result.Recorded);
                foreach (var file in result.Files)
                    output.Attach(file);
                return result;
            }
            catch (InvalidRunException e)
            {
                // Otherwise, the earlier build is why.
                if (isLoaded)
                    against?.TellFailed();
                Record(RecordedGroup.RecordInvalid(group.Name, group.Cases.Select(c => c.Id), e.Message));
                throw;
            }

            void Record(GroupResults recorded)
            {
                if (results.Add(recorded) is { } failure)
                    output.Warn(failure);
            }
        }
    }

    private static GroupResult Execute(Func<GroupResult> execute, string name, CancellationToken cancellation)
    {
        try
        {
            return execute();
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            throw new InvalidRunException(
                $"Measuring {name} was aborted, because the test run was cancelled or its test took too long. "
                + "Nothing is known about its limits.");
        }
    }

    /// <summary>That of a dry run, which needs neither a file nor limits that apply.</summary>
    private static TimeSpan CallTimeout(Type type)
    {
        try
        {
            var tests = BenchmarkSuite.TestsOf(type);
            var environment = Variables.ReadFromProcess();
            if (!HasFile(tests))
                return EnvironmentSettings.Read(environment).CallTimeout;
            var found = ThresholdFinder.Find(Path.GetDirectoryName(tests.Location)!, ProjectFile.Find(tests));
            return ThresholdReader.Load(found.Path, environment).Settings.CallTimeout;
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
