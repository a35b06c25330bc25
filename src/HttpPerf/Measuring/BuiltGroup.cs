using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>The cases of a group, rebuilt for one epoch and cleaned up after it.</summary>
internal sealed class BuiltGroup
{
    private readonly List<BuiltCase> _built = [];
    private readonly Func<CaseId, BlockPlan> _plan;
    private readonly Watchdog _watchdog;

    private BuiltGroup(Func<CaseId, BlockPlan> plan, Watchdog watchdog)
    {
        _plan = plan;
        _watchdog = watchdog;
    }

    /// <summary>The cases, without control instances.</summary>
    public IReadOnlyList<BuiltCase> Cases { get; private set; } = [];

    /// <summary>Second instances of some of the cases.</summary>
    public IReadOnlyList<BuiltCase> Controls { get; private set; } = [];

    /// <summary>
    /// Builds the cases in a random order, measures them, and cleans up every one of them, even after a failure. What is built later may
    /// stay slower for as long as it lives, because of where its memory is.
    /// </summary>
    /// <param name="benchmarks">The cases.</param>
    /// <param name="controls">The cases to build a control instance of.</param>
    /// <param name="context">Shuffles them, and finds errors of servers.</param>
    /// <param name="plan">Returns how a case takes part in rounds.</param>
    /// <param name="watchdog">Watches every setup and cleanup.</param>
    /// <param name="measure">Measures them.</param>
    public static async Task Use(
        IReadOnlyList<Benchmark> benchmarks,
        IReadOnlyList<Benchmark> controls,
        MeasurementContext context,
        Func<CaseId, BlockPlan> plan,
        Watchdog watchdog,
        Func<BuiltGroup, Task> measure)
    {
        var group = new BuiltGroup(plan, watchdog);
        try
        {
            await group.Build(benchmarks, controls, context.Random);
            await measure(group);
        }
        catch (CaseFailedException e) when (e is { IsOfRequest: true, Fault: Fault.OfCall fault })
        {
            // Before the cleanup, which may stop the servers.
            var errors = await context.System.FindErrors();
            await group.CleanUp();
            throw e.With(fault with { LoggedErrors = errors });
        }
        catch (Exception)
        {
            // Reports the first failure, because a cleanup may fail as a result of it.
            await group.CleanUp();
            throw;
        }

        if (await group.CleanUp() is { } failure)
            throw failure;
    }

    private async Task Build(IReadOnlyList<Benchmark> benchmarks, IReadOnlyList<Benchmark> controls, Random random)
    {
        Benchmark[] all = [.. benchmarks, .. controls];
        var built = new BuiltCase[all.Length];
        var order = Enumerable.Range(0, all.Length).ToArray();
        random.Shuffle(order);
        var isBesideCopy = false;
        foreach (var i in order)
        {
            isBesideCopy |= i >= benchmarks.Count;
            try
            {
                built[i] = await Add(all[i]);
            }
            catch (CaseFailedException e)
            {
                // Where only one instance can live, the later one fails, whichever that is.
                throw e.With(
                    phase: _built.Exists(other => other.Id != e.Id) ? Phase.SetUpBesideOthers : Phase.SetUpAlone,
                    instance: isBesideCopy ? Instance.Control : Instance.Case);
            }
        }

        (Cases, Controls) = (built[..benchmarks.Count], built[benchmarks.Count..]);
    }

    /// <summary>Cleans up every case, and returns the first failure.</summary>
    private async Task<CaseFailedException?> CleanUp()
    {
        CaseFailedException? first = null;
        foreach (var built in _built)
        {
            _watchdog.WatchSetUp(built.Id);
            try
            {
                await CaseFailedException.WrapObserved(built.Id, CasePart.GlobalCleanup, built.Workload.CleanUp);
            }
            catch (CaseFailedException e)
            {
                first ??= e.With(phase: Phase.CleanUp, instance: Controls.Contains(built) ? Instance.Control : Instance.Case);
            }

            built.Dispose();
        }

        return first;
    }

    private async Task<BuiltCase> Add(Benchmark benchmark)
    {
        _watchdog.WatchSetUp(benchmark.Id);
        Workload workload = null!;
        await CaseFailedException.Wrap(benchmark.Id, CasePart.Constructor, () => { workload = benchmark.Build(); });
        // Added before its setup, so that it is cleaned up even if the setup throws.
        var built = new BuiltCase(new BenchmarkInstance(benchmark, workload), _plan(benchmark.Id), _watchdog.Watch);
        _built.Add(built);
        await CaseFailedException.WrapObserved(benchmark.Id, CasePart.GlobalSetup, workload.SetUp);
        return built;
    }
}
