using System.Collections.Concurrent;
using System.Reflection;
using HttpPerf.Reporting;
using HttpPerf.Running;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf;

/// <summary>What this process has measured, and the limits it judges by.</summary>
internal sealed class PerfSession
{
    private readonly ConcurrentDictionary<string, byte> _expected = [];
    private readonly ConcurrentDictionary<(Type, string), Lazy<GroupResult>> _results = [];
    private readonly ConcurrentDictionary<Assembly, Lazy<ThresholdFile>> _thresholds = [];
    private readonly Lock _measuring = new();
    private int _measured;

    public static PerfSession Current { get; } = new();

    /// <summary>Told of every group of which a test was selected.</summary>
    public void Expect(string group) => _expected.TryAdd(group, 0);

    /// <exception cref="ThresholdsException">There is no file, or something in it or in the environment is wrong.</exception>
    public ThresholdFile RequireThresholds(Type benchmarks) =>
        _thresholds.GetOrAdd(benchmarks.Assembly, assembly => new Lazy<ThresholdFile>(() => LoadThresholds(assembly))).Value;

    /// <summary>The group's result, measured by the first who asks; every test that asks gets its table.</summary>
    public GroupResult Measure(Type type, string group)
    {
        var result = _results.GetOrAdd((type, group), key => new Lazy<GroupResult>(() => MeasureNow(key.Item1, key.Item2))).Value;
        new Attention().Write(result.Report);
        return result;
    }

    private static ThresholdFile LoadThresholds(Assembly assembly)
    {
        var file = ThresholdFile.Load(ThresholdFinder.Find(Path.GetDirectoryName(assembly.Location)!), Variables.OfThisProcess());
        var cases = new List<CaseId>();
        var missing = assembly.GetCustomAttributes<MissingBenchmarksAttribute>().Select(m => new MissingBenchmarks(m.Pattern, m.Reason)).ToList();
        foreach (var benchmarks in BenchmarksOf(assembly))
        {
            try
            {
                cases.AddRange(BenchmarkClass.Discover(benchmarks).SelectMany(g => g.Cases).Select(c => c.Id));
            }
            catch (BenchmarkDeclarationException e)
            {
                // It has a failing test of its own, which says why; other classes are judged all the same.
                missing.Add(new MissingBenchmarks($"{CaseNames.Of(benchmarks)}.*", e.Message));
            }
        }

        file.Check(cases, [.. missing]);
        return file;
    }

    /// <summary>The classes that some test of the assembly measures: what the entries of its file may name.</summary>
    private static IEnumerable<Type> BenchmarksOf(Assembly assembly) => assembly.GetTypes()
        .SelectMany(t => t.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static))
        .SelectMany(m => m.GetCustomAttributes<PerfTheoryAttribute>())
        .Select(a => a.Benchmarks)
        .Distinct();

    private GroupResult MeasureNow(Type type, string name)
    {
        // Tests of other classes may run at the same time; measurements must not.
        lock (_measuring)
        {
            _measured++;
            var position = _expected.IsEmpty ? $"group {_measured}" : $"group {_measured} of {Math.Max(_expected.Count, _measured)}";
            var group = BenchmarkClass.Discover(type).Single(g => g.Name == name);
            var attention = new Attention();
            var run = new GroupRun(
                group, TryThresholds(type), text => attention.Progress($"{position}, {name}: {text}"), attention.Cancellation);
            var result = Execute(run, name);
            foreach (var file in result.Files)
                attention.Attach(file);
            return result;
        }
    }

    private static GroupResult Execute(GroupRun run, string name)
    {
        try
        {
            return run.Execute();
        }
        catch (OperationCanceledException) when (TestContext.Current.CancellationToken.IsCancellationRequested)
        {
            throw new InvalidRunException($"Measuring {name} was aborted, because the test run was cancelled or its test took too long. Nothing is known about its limits.");
        }
    }

    /// <summary>Limits also tell when enough has been measured; without them a first look has to do.</summary>
    private ThresholdFile? TryThresholds(Type type)
    {
        try
        {
            return RequireThresholds(type);
        }
        catch (ThresholdsException)
        {
            return null;
        }
    }
}
