using HttpPerf.Discovery;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Tests.Running;

/// <summary>Runs benchmark classes in BenchmarkDotNet's frame, with measuring that is exact because it measures nothing.</summary>
internal static class Frame
{
    /// <summary>A folder that ends with the process's temporary files.</summary>
    public static string NewFolder() => Directory.CreateTempSubdirectory("httpperf-tests-").FullName;

    public static RunOutcome Run(BenchmarkGroup group, MeasureGroup measure)
    {
        var folder = NewFolder();
        try
        {
            return BenchmarkRun.Execute(group, measure, folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Runs every group of a class, calling each case once with all that belongs to it.</summary>
    public static IReadOnlyList<RunOutcome> CallOnce(Type type) =>
        [.. BenchmarkDiscovery.Discover(type).Select(group => Run(group, CallOnce))];

    public static async Task<GroupSamples> CallOnce(IReadOnlyList<Benchmark> benchmarks, int epochs)
    {
        foreach (var benchmark in benchmarks)
        {
            var workload = benchmark.Build();
            await workload.SetUp();
            if (workload.BeforeIteration is { } before)
                await before();
            await workload.Operation.InvokeOnce();
            if (workload.AfterIteration is { } after)
                await after();
            await workload.CleanUp();
        }

        return new GroupSamples([.. benchmarks.Select(b => Samples(b.Id, epochs, 1000, 100))], []);
    }

    public static CaseSamples Samples(CaseId id, int epochs, double time, double bytes) => new(
        id,
        [
            .. Enumerable.Repeat(
                new EpochSamples
                {
                    Rounds = new([time, time, time, time]),
                    Windows = [bytes, bytes],
                    SoloRun = new(new(Operations: 4, Gen0: 0, Gen1: 0, Gen2: 0, PauseNanoseconds: 0), CpuNanoseconds: 1000),
                },
                epochs),
        ],
        OperationsPerBlock: 1,
        OperationsPerWindow: 1000);
}
