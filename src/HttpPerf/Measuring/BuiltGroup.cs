using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>The cases of a group, built afresh for one epoch and cleaned up after it.</summary>
internal sealed class BuiltGroup
{
    private readonly List<BuiltCase> _cases = [];
    private readonly Watchdog _watchdog;

    private BuiltGroup(Watchdog watchdog) => _watchdog = watchdog;

    /// <summary>Builds the cases, lets them be measured, and cleans up every one of them, whether or not all went well.</summary>
    /// <param name="benchmarks">The cases.</param>
    /// <param name="callsPerBlock">How many of a case's calls make a block.</param>
    /// <param name="watchdog">Told of every setup and cleanup.</param>
    /// <param name="measure">What to do with them.</param>
    public static async Task Use(
        IEnumerable<Benchmark> benchmarks, Func<CaseId, long> callsPerBlock, Watchdog watchdog, Func<IReadOnlyList<BuiltCase>, Task> measure)
    {
        var group = new BuiltGroup(watchdog);
        try
        {
            foreach (var benchmark in benchmarks)
                await group.Add(benchmark, callsPerBlock(benchmark.Id));
            await measure(group._cases);
        }
        catch
        {
            // What went wrong first is what its user needs to see: a cleanup may fail because of it.
            await group.CleanUp();
            throw;
        }

        if (await group.CleanUp() is { } failure)
            throw failure;
    }

    /// <summary>Cleans up every case, and returns what the first that failed threw.</summary>
    private async Task<CaseFailedException?> CleanUp()
    {
        CaseFailedException? first = null;
        foreach (var built in _cases)
        {
            _watchdog.Watch(built.Id);
            try
            {
                await CaseFailedException.Blame(built.Id, "[GlobalCleanup]", built.Workload.CleanUp);
            }
            catch (CaseFailedException e)
            {
                first ??= e;
            }
        }

        return first;
    }

    private async Task Add(Benchmark benchmark, long callsPerBlock)
    {
        _watchdog.Watch(benchmark.Id);
        Workload workload = null!;
        await CaseFailedException.Blame(benchmark.Id, "The constructor or a parameter of it", () => { workload = benchmark.Build(); });
        // Cleaned up even where its setup throws half way.
        _cases.Add(new BuiltCase(benchmark, workload, callsPerBlock));
        await CaseFailedException.Blame(benchmark.Id, "[GlobalSetup]", workload.SetUp);
    }
}
