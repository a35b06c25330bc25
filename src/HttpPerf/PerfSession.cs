using System.Collections.Concurrent;
using System.Reflection;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf;

/// <summary>What this process has measured, and the limits it judges by.</summary>
internal sealed class PerfSession
{
    /// <summary>
    /// The key of assembly metadata whose value is a pattern of case names. A build that leaves benchmarks out, e.g. for lack of a package,
    /// names them there, so that entries for them are no error.
    /// </summary>
    private const string MissingBenchmarks = "HttpPerf.MissingBenchmarks";

    private readonly ConcurrentDictionary<BenchmarkGroup, Lazy<GroupResult>> _results = new(ReferenceEqualityComparer.Instance);
    private readonly ConcurrentDictionary<Assembly, Lazy<ThresholdFile>> _thresholds = [];
    private readonly Lock _measuring = new();

    public static PerfSession Current { get; } = new();

    /// <exception cref="ThresholdsException">There is no file, or something in it or in the environment is wrong.</exception>
    public ThresholdFile RequireThresholds(Type benchmarks) =>
        _thresholds.GetOrAdd(benchmarks.Assembly, assembly => new Lazy<ThresholdFile>(() => LoadThresholds(assembly))).Value;

    /// <summary>The group's result. The first test that asks measures it; the output of every test that asks gets its table.</summary>
    public GroupResult Measure(BenchmarkGroup group, ITestOutput output)
    {
        var result = _results.GetOrAdd(group, key => new Lazy<GroupResult>(() => MeasureNow(key, output))).Value;
        output.Write(result.Report);
        return result;
    }

    private static ThresholdFile LoadThresholds(Assembly assembly)
    {
        var file = ThresholdReader.Load(ThresholdFinder.Find(Path.GetDirectoryName(assembly.Location)!), Variables.ReadFromProcess());
        var cases = new List<CaseId>();
        var missing = assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Where(metadata => metadata.Key == MissingBenchmarks)
            .Select(metadata => metadata.Value ?? "")
            .ToList();
        foreach (var benchmarks in BenchmarksOf(assembly))
        {
            try
            {
                cases.AddRange(Discovery.Discover(benchmarks).SelectMany(g => g.Cases).Select(c => c.Id));
            }
            catch (BenchmarkDeclarationException)
            {
                // The class has a failing test of its own, which says why; other classes are still judged.
                missing.Add($"{ClassNames.Of(benchmarks)}.*");
            }
        }

        file.Check(cases, missing);
        return file;
    }

    private static IEnumerable<Type> BenchmarksOf(Assembly assembly)
    {
        var tested = assembly.GetTypes()
            .SelectMany(t => t.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static))
            .SelectMany(m => m.GetCustomAttributes(inherit: true).OfType<IPerfTest>())
            .Select(test => test.Benchmarks)
            .Distinct()
            .ToList();
        return tested.Count > 0 ? tested : ClassNames.BenchmarkClassesOf(assembly);
    }

    private GroupResult MeasureNow(BenchmarkGroup group, ITestOutput output)
    {
        // Tests of other classes may run at the same time; measurements must not.
        lock (_measuring)
        {
            var position = $"{group.Name}, group {group.Number} of {group.GroupsOfClass}";
            var run = new GroupRun(group, TryThresholds(group.Type), text => output.Progress($"{position}: {text}"), output.Cancellation);
            var result = Execute(run, group.Name, output.Cancellation);
            foreach (var file in result.Files)
                output.Attach(file);
            return result;
        }
    }

    private static GroupResult Execute(GroupRun run, string name, CancellationToken cancellation)
    {
        try
        {
            return run.Execute();
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            throw new InvalidRunException(
                $"Measuring {name} was aborted, because the test run was cancelled or its test took too long. "
                + "Nothing is known about its limits.");
        }
    }

    /// <summary>Limits also decide how long to measure; without them the first look at the results suffices.</summary>
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
