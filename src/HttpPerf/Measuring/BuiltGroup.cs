using HttpPerf.Checking;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>The cases of a group, rebuilt for one epoch and cleaned up after it.</summary>
internal sealed class BuiltGroup
{
    private readonly List<BuiltCase> _built = [];
    private readonly Func<CaseId, long> _callsPerBlock;
    private readonly Watchdog _watchdog;
    private BuiltCase? _copy;

    private BuiltGroup(Func<CaseId, long> callsPerBlock, Watchdog watchdog)
    {
        _callsPerBlock = callsPerBlock;
        _watchdog = watchdog;
    }

    /// <summary>The cases, without second instances.</summary>
    public IReadOnlyList<BuiltCase> Cases { get; private set; } = [];

    /// <summary>Builds the cases, measures them, and cleans up every one of them, even after a failure.</summary>
    /// <param name="benchmarks">The cases.</param>
    /// <param name="callsPerBlock">Returns the number of calls in a case's block.</param>
    /// <param name="watchdog">Watches every setup and cleanup.</param>
    /// <param name="measure">Measures them.</param>
    public static async Task Use(
        IEnumerable<Benchmark> benchmarks, Func<CaseId, long> callsPerBlock, Watchdog watchdog, Func<BuiltGroup, Task> measure)
    {
        var group = new BuiltGroup(callsPerBlock, watchdog);
        try
        {
            foreach (var benchmark in benchmarks)
                await group.Add(benchmark);
            group.Cases = [.. group._built];
            await measure(group);
        }
        catch
        {
            // Reports the first failure, because a cleanup may fail as a result of it.
            await group.CleanUp();
            throw;
        }

        if (await group.CleanUp() is { } failure)
            throw failure;
    }

    /// <summary>Builds a second instance of a case. It is cleaned up with the others.</summary>
    public async Task<BuiltCase> AddCopy(Benchmark benchmark)
    {
        try
        {
            return _copy = await Add(benchmark);
        }
        catch (CaseFailedException e)
        {
            e.IsOfCopy = true;
            throw;
        }
    }

    /// <summary>Cleans up every case, and returns the first failure.</summary>
    private async Task<CaseFailedException?> CleanUp()
    {
        CaseFailedException? first = null;
        foreach (var built in _built)
        {
            _watchdog.Watch(built.Id);
            try
            {
                await CaseFailedException.Wrap(built.Id, "[GlobalCleanup]", built.Workload.CleanUp);
            }
            catch (CaseFailedException e)
            {
                e.IsOfCopy = built == _copy;
                first ??= e;
            }
        }

        return first;
    }

    private async Task<BuiltCase> Add(Benchmark benchmark)
    {
        _watchdog.Watch(benchmark.Id);
        Workload workload = null!;
        await CaseFailedException.Wrap(benchmark.Id, "The constructor or a parameter of it", () => { workload = benchmark.Build(); });
        // Added before its setup, so that it is cleaned up even if the setup throws.
        var built = new BuiltCase(new BenchmarkInstance(benchmark, workload), _callsPerBlock(benchmark.Id));
        _built.Add(built);
        await CaseFailedException.Wrap(benchmark.Id, "[GlobalSetup]", workload.SetUp);
        return built;
    }
}
