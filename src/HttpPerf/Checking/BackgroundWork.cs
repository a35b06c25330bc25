using System.Diagnostics;
using HttpPerf.Workloads;

namespace HttpPerf.Checking;

/// <summary>Finds work and timers that a [GlobalSetup] starts and a [GlobalCleanup] doesn't end. They run beside all later cases.</summary>
internal sealed class BackgroundWork
{
    /// <summary>
    /// How long work may go on after the cleanup that ends it, e.g. until its next look at a token. On a busy machine, 50 ms were too short
    /// for a loop that looks each millisecond.
    /// </summary>
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan LookInterval = TimeSpan.FromMilliseconds(50);

    private readonly List<Benchmark> _suspects = [];
    private readonly List<(CaseId Id, ActiveTimer Timer)> _timers = [];

    /// <summary>The benchmark, with a setup that is observed.</summary>
    public Benchmark Watch(Benchmark benchmark) => benchmark.Code is null ? benchmark : benchmark with
    {
        Build = () =>
        {
            var workload = benchmark.Build();
            return workload with { SetUp = () => SetUp(benchmark, workload) };
        },
    };

    /// <summary>
    /// Sets up and cleans up once more each benchmark whose setup has left work running. Nothing is measured meanwhile, because the end of
    /// that work is seen only under observation.
    /// </summary>
    /// <returns>Notes for the report.</returns>
    public async Task<IReadOnlyList<string>> FindLeft(Action<CaseId> starting)
    {
        var notes = FindLeftTimers().ToList();
        foreach (var benchmark in _suspects)
        {
            starting(benchmark.Id);
            try
            {
                var methods = await FindLeft(benchmark);
                if (methods.Count > 0)
                    notes.Add(
                        $"{benchmark.Id} has work running after its [GlobalCleanup] that its [GlobalSetup] has started: "
                        + $"{string.Join(", ", methods)}. It runs beside all that is measured later. End it in [GlobalCleanup].");
            }
            catch (Exception)
            {
                // Can be any exception of the benchmark. It is reported where the case is measured; here it costs only a note.
            }
        }

        return notes;
    }

    private IEnumerable<string> FindLeftTimers()
    {
        _timers.RemoveAll(t => !t.Timer.IsActive);
        if (_timers.Count > 0)
        {
            // The finalizer of a timer that nothing refers to stops it.
            GC.Collect();
            GC.WaitForPendingFinalizers();
            _timers.RemoveAll(t => !t.Timer.IsActive);
        }

        return _timers.GroupBy(t => t.Id, t => t.Timer.Method).Select(methods =>
            $"{methods.Key} has timers running after its [GlobalCleanup] that its [GlobalSetup] has started; they call "
            + $"{string.Join(", ", methods.Distinct())}. They run beside all that is measured later. Dispose of them in [GlobalCleanup].");
    }

    private static async Task<IReadOnlyList<string>> FindLeft(Benchmark benchmark)
    {
        var workload = benchmark.Build();
        using var observer = new CallObserver(TimeSpan.Zero);
        ObservedCall call;
        try
        {
            call = await observer.Observe(workload.SetUp);
        }
        finally
        {
            await workload.CleanUp();
        }

        var start = Stopwatch.GetTimestamp();
        while (true)
        {
            await Task.Delay(LookInterval);
            var left = UnfinishedTasks.OwnMethods(call.TasksRunning, benchmark.Code!).ToList();
            if (left.Count == 0 || Stopwatch.GetElapsedTime(start) >= TimeToEnd)
                return left;
        }
    }

    private async Task SetUp(Benchmark benchmark, Workload workload)
    {
        var before = ActiveTimer.All();
        using var observer = new CallObserver(TimeSpan.Zero);
        var call = await observer.Observe(workload.SetUp);
        _timers.AddRange(ActiveTimer.Of(benchmark.Code!, before).Select(timer => (benchmark.Id, timer)));
        if (UnfinishedTasks.OwnMethods(call.TasksLeft, benchmark.Code!).Any())
            _suspects.Add(benchmark);
    }
}
