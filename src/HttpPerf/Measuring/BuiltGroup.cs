using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>The cases of a group, built afresh for one epoch and cleaned up after it.</summary>
internal sealed class BuiltGroup
{
    /// <summary>What messages call a twin: it fails under its case's name.</summary>
    public const string OfTwin = "in the second instance of its class that is built to check times";

    private readonly List<BuiltCase> _built = [];
    private readonly Func<CaseId, long> _callsPerBlock;
    private readonly Watchdog _watchdog;

    private BuiltGroup(Func<CaseId, long> callsPerBlock, Watchdog watchdog)
    {
        _callsPerBlock = callsPerBlock;
        _watchdog = watchdog;
    }

    /// <summary>The cases, without twins.</summary>
    public IReadOnlyList<BuiltCase> Cases { get; private set; } = [];

    /// <summary>Builds the cases, lets them be measured, and cleans up every one of them, whether or not all went well.</summary>
    /// <param name="benchmarks">The cases.</param>
    /// <param name="callsPerBlock">How many of a case's calls make a block.</param>
    /// <param name="watchdog">Told of every setup and cleanup.</param>
    /// <param name="measure">What to do with them.</param>
    public static async Task Use(
        IEnumerable<Benchmark> benchmarks, Func<CaseId, long> callsPerBlock, Watchdog watchdog, Func<BuiltGroup, Task> measure)
    {
        var group = new BuiltGroup(callsPerBlock, watchdog);
        try
        {
            foreach (var benchmark in benchmarks)
                await group.Add(benchmark, "");
            group.Cases = [.. group._built];
            await measure(group);
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

    /// <summary>Builds a case once more, to be cleaned up with the others.</summary>
    public Task<BuiltCase> AddTwin(Benchmark benchmark) => Add(benchmark, $", {OfTwin},");

    /// <summary>Cleans up every case, and returns what the first that failed threw.</summary>
    private async Task<CaseFailedException?> CleanUp()
    {
        CaseFailedException? first = null;
        foreach (var built in _built)
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

    private async Task<BuiltCase> Add(Benchmark benchmark, string role)
    {
        _watchdog.Watch(benchmark.Id);
        Workload workload = null!;
        await CaseFailedException.Blame(benchmark.Id, $"The constructor or a parameter of it{role}", () => { workload = benchmark.Build(); });
        // Cleaned up even where its setup throws half way.
        var built = new BuiltCase(benchmark, workload, _callsPerBlock(benchmark.Id));
        _built.Add(built);
        await CaseFailedException.Blame(benchmark.Id, $"[GlobalSetup]{role}", workload.SetUp);
        return built;
    }
}
