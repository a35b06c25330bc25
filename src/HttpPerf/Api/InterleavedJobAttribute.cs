using BenchmarkDotNet.Configs;
using HttpPerf.Discovery;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Thresholds;
using HttpPerf.Workloads;

namespace HttpPerf;

/// <summary>
/// Adds a job to a benchmark class, or to all classes of an assembly, that measures the cases of a group interleaved, as the tests do. The
/// job also applies to <c>BenchmarkRunner.Run</c>. Such a run has no limits, so measuring ends at the first look at the results.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Assembly)]
public sealed class InterleavedJobAttribute : Attribute, IConfigSource
{
    /// <summary>The job, with its own toolchain, and a memory diagnoser.</summary>
    public IConfig Config { get; } = RunConfig.CreateForAttribute(MeasureOnce);

    private static async Task<GroupSamples> MeasureOnce(IReadOnlyList<Benchmark> benchmarks, int epochs)
    {
        using var turn = MachineLock.Acquire(
            text => Console.WriteLine($"// HttpPerf: {text}"),
            CancellationToken.None,
            limit: TimeSpan.FromMinutes(EnvironmentSettings.Read(Variables.ReadFromProcess()).LockMinutes));
        if (turn.Obstacle is { } obstacle)
            Console.WriteLine($"// HttpPerf: other performance tests may run at the same time, because {MachineLock.LockFile} {obstacle}");
        var context = new MeasurementContext(MeasurementPlan.Default, new NoSystem(), new NoListener());
        return await InterleavedMeasurement.OfOnePass(context).Measure(benchmarks, epochs, CancellationToken.None);
    }
}
