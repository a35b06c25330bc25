using System.Collections.Concurrent;
using System.Reflection;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;

namespace HttpPerf.Running;

/// <summary>
/// Asked for one case and launch after another, it measures the whole group at the first and answers the rest from memory.
/// Being the builder too, it has seen which cases run together before it is asked for any.
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
        var group = BenchmarkClass.GroupsOf(built).Single(g => g.Contains(benchmark)).ToList();
        var baseline = group.FirstOrDefault(c => c.Descriptor.Baseline);
        var benchmarks = group.ToDictionary(c => ToBenchmark(c, baseline));

        var launches = benchmark.Job.Run.LaunchCount;
        var samples = Task.Run(() => measure([.. benchmarks.Keys], launches)).GetAwaiter().GetResult();

        var cases = benchmarks.ToDictionary(p => p.Key.Id, p => p.Value);
        foreach (var (index, sampled) in samples.Cases.Index())
            _measured[cases[sampled.Id]] = index == 0 ? CaseLines.Of(sampled, launches).With(samples.Controls) : CaseLines.Of(sampled, launches);
        foreach (var failure in samples.Failures)
            _measured[cases[failure.Id]] = CaseLines.Of(failure);
    }

    private static Benchmark ToBenchmark(BenchmarkCase benchmark, BenchmarkCase? baseline) => new(
        new CaseId(CaseNames.Of(benchmark), baseline is null ? null : CaseNames.Of(baseline)),
        benchmark.Descriptor.OperationsPerInvoke,
        () => WorkloadBuilder.Build(benchmark),
        benchmark.Descriptor.WorkloadMethod.GetCustomAttribute<ExpectedErrorsAttribute>(inherit: true)
            ?? benchmark.Descriptor.Type.GetCustomAttribute<ExpectedErrorsAttribute>(inherit: true),
        benchmark.Descriptor.WorkloadMethod.Module.Assembly);
}
