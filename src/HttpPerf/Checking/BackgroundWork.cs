using System.Diagnostics;
using HttpPerf.Workloads;

namespace HttpPerf.Checking;

/// <summary>Finds work that a [GlobalSetup] starts and a [GlobalCleanup] doesn't end. It runs beside all later cases.</summary>
internal sealed class BackgroundWork
{
    /// <summary>
    /// How long work may go on after the cleanup that ends it, e.g. until its next look at a token. On a busy machine, 50 ms were too short
    /// for a loop that looks each millisecond.
    /// </summary>
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan LookInterval = TimeSpan.FromMilliseconds(50);

    private readonly List<Benchmark> _suspects = [];

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
        var notes = new List<string>();
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
        using var observer = new CallObserver(TimeSpan.Zero);
        var call = await observer.Observe(workload.SetUp);
        if (UnfinishedTasks.OwnMethods(call.TasksLeft, benchmark.Code!).Any())
            _suspects.Add(benchmark);
    }
}
