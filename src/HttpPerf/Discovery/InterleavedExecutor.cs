using System.Collections.Concurrent;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>Measures a group of cases.</summary>
/// <param name="benchmarks">The cases of one group.</param>
/// <param name="epochs">The minimum number of times each case is rebuilt.</param>
internal delegate Task<GroupSamples> MeasureGroup(IReadOnlyList<Benchmark> benchmarks, int epochs);

/// <summary>
/// BenchmarkDotNet executes one case and launch after another. The first call measures the whole group; later calls return its stored
/// results. This class is also the builder, which receives the list of cases that run together before any is executed.
/// </summary>
internal sealed class InterleavedExecutor(MeasureGroup measure) : IBuilder, IExecutor
{
    private readonly ConcurrentDictionary<BenchmarkCase, BuildPartition> _partitions = [];
    private readonly ConcurrentDictionary<BenchmarkCase, CaseLines> _measured = [];

    public BuildResult Build(GenerateResult generateResult, BuildPartition buildPartition, ILogger logger)
    {
        foreach (var info in buildPartition.Benchmarks)
            _partitions[info.BenchmarkCase] = buildPartition;
        return BuildResult.Success(generateResult);
    }

    public ExecuteResult Execute(ExecuteParameters executeParameters)
    {
        var benchmark = executeParameters.BenchmarkCase;
        if (!_measured.ContainsKey(benchmark))
            MeasureGroupOf(benchmark);
        return _measured[benchmark].ToResult(executeParameters.LaunchIndex);
    }

    private void MeasureGroupOf(BenchmarkCase benchmark)
    {
        var built = _partitions[benchmark].Benchmarks.Select(i => i.BenchmarkCase).ToList();
        var group = LogicalGroup.Split(built).Single(g => g.Cases.Contains(benchmark));
        var cases = group.Cases.ToDictionary(c => CaseIds.Identify(c, group.Baseline));

        var launches = benchmark.Job.Run.LaunchCount;
        Benchmark[] benchmarks = [.. cases.Select(c => WorkloadBuilder.ToBenchmark(c.Key, c.Value))];
        var samples = Task.Run(() => measure(benchmarks, launches)).GetAwaiter().GetResult();

        foreach (var sampled in samples.Cases)
            _measured[cases[sampled.Id]] = CaseLines.Write(sampled, launches);
        foreach (var failure in samples.Failures.Where(f => !f.Id.IsBefore))
            _measured[cases[failure.Id]] = CaseLines.Write(failure);
    }
}
