using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>The cases of a group, built afresh for one epoch and cleaned up after it.</summary>
internal sealed class BuiltGroup : IAsyncDisposable
{
    private readonly List<BuiltCase> _cases = [];

    private BuiltGroup()
    {
    }

    public IReadOnlyList<BuiltCase> Cases => _cases;

    /// <param name="benchmarks">The cases.</param>
    /// <param name="callsPerBlock">How many of a case's calls make a block.</param>
    /// <param name="watchdog">Told of every setup.</param>
    public static async Task<BuiltGroup> Build(IEnumerable<Benchmark> benchmarks, Func<CaseId, long> callsPerBlock, Watchdog watchdog)
    {
        var group = new BuiltGroup();
        try
        {
            foreach (var benchmark in benchmarks)
                await group.Add(benchmark, callsPerBlock(benchmark.Id), watchdog);
            return group;
        }
        catch
        {
            await group.CleanUpWithoutMasking();
            throw;
        }
    }

    /// <summary>Cleans up every case, whether or not measuring them went well.</summary>
    public async ValueTask DisposeAsync()
    {
        var cases = _cases.ToList();
        _cases.Clear();
        var failures = new List<CaseFailedException>();
        foreach (var built in cases)
        {
            try
            {
                await CaseFailedException.Blame(built.Id, "[GlobalCleanup]", built.Workload.CleanUp);
            }
            catch (CaseFailedException e)
            {
                failures.Add(e);
            }
        }

        if (failures.Count > 0)
            throw failures[0];
    }

    private async Task Add(Benchmark benchmark, long callsPerBlock, Watchdog watchdog)
    {
        watchdog.Watch(benchmark.Id);
        Workload workload = null!;
        await CaseFailedException.Blame(benchmark.Id, "The constructor or a parameter of it", () =>
        {
            workload = benchmark.Build();
            return Task.CompletedTask;
        });
        // Cleaned up even where its setup throws half way.
        _cases.Add(new BuiltCase(benchmark, workload, callsPerBlock));
        await CaseFailedException.Blame(benchmark.Id, "[GlobalSetup]", workload.SetUp);
    }

    private async Task CleanUpWithoutMasking()
    {
        try
        {
            await DisposeAsync();
        }
        catch (CaseFailedException)
        {
            // What went wrong first is what its user needs to see.
        }
    }
}
