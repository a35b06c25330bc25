using System.Diagnostics;
using HttpPerf.Running;
using HttpPerf.Server;

namespace HttpPerf.Measuring;

/// <summary>Calls cases one after another, each often, while something else observes them. Nothing is timed.</summary>
internal static class ProfiledCalls
{
    /// <summary>More than a method is called before it is compiled for good.</summary>
    private const int FewestCalls = 40;

    /// <summary>How often each case is built and called if there are no pauses.</summary>
    private const int Passes = 4;

    /// <summary>While a case is called without pauses for samples of single objects; a quarter of it before they count.</summary>
    private static readonly TimeSpan Sampling = TimeSpan.FromSeconds(0.6);

    /// <summary>
    /// The runtime reports each object of a type of which few are allocated in a second, and one in thousands of a type of which many are.
    /// </summary>
    public static readonly TimeSpan PauseBetweenAllocations = TimeSpan.FromMilliseconds(30);

    /// <param name="benchmarks">The cases.</param>
    /// <param name="time">How long each is called, unless the fewest calls take longer.</param>
    /// <param name="pause">Between calls, e.g. <see cref="PauseBetweenAllocations"/>; or zero.</param>
    /// <param name="mark">
    /// Receives a case's position, what happens, and at the end the number of operations. It blocks, so that calls keep their thread.
    /// </param>
    public static async Task Run(
        IReadOnlyList<Benchmark> benchmarks, TimeSpan time, TimeSpan pause, Action<int, ProfilePhase, long> mark)
    {
        using var watchdog = new Watchdog(new MeasuringOptions());
        // In turn, so that what disturbs the machine meets all of them.
        var passes = pause == TimeSpan.Zero ? Passes : 1;
        for (var pass = 0; pass < passes; pass++)
            await ForEach(CallCase);
        // After all others: what a thread of a server has allocated without pauses would change what it reports of the next case.
        if (pause > TimeSpan.Zero)
            await ForEach(SampleCase);

        async Task ForEach(Func<int, BuiltCase, Task> call)
        {
            foreach (var (position, benchmark) in benchmarks.Index())
                await watchdog.Guard(
                    BuiltGroup.Use(
                        [benchmark],
                        copied: null,
                        new MeasuringOptions(),
                        _ => BlockPlan.Single,
                        watchdog,
                        group => OnNewThread(() => call(position, group.Cases[0]))),
                    CancellationToken.None);
        }

        async Task SampleCase(int position, BuiltCase built)
        {
            mark(position, ProfilePhase.Start, 0);
            await Call(built, Sampling / 4, FewestCalls, TimeSpan.Zero);
            mark(position, ProfilePhase.Sample, 0);
            await Call(built, Sampling, FewestCalls, TimeSpan.Zero);
            mark(position, ProfilePhase.Stop, 0);
        }

        async Task CallCase(int position, BuiltCase built)
        {
            // Otherwise samples of a short operation would mostly show how it is called.
            if (pause == TimeSpan.Zero)
                await built.FitBlock();
            mark(position, ProfilePhase.Start, 0);
            await Call(built, time / 2 / passes, FewestCalls / passes, pause);
            mark(position, ProfilePhase.Begin, 0);
            var calls = await Call(built, time / passes, FewestCalls / passes, pause);
            mark(position, ProfilePhase.End, calls * built.OperationsPerBlock);
            // What is allocated in the last calls is reported with the thread's next object of its type.
            await Call(built, time / 4 / passes, FewestCalls / 4 / passes, pause);
            mark(position, ProfilePhase.Stop, 0);
        }

        async Task<int> Call(BuiltCase built, TimeSpan time, int fewest, TimeSpan pauseAfter)
        {
            var (start, calls) = (Stopwatch.GetTimestamp(), 0);
            for (; calls < fewest || Stopwatch.GetElapsedTime(start) < time; calls++)
            {
                watchdog.Watch(built.Id);
                await built.TimeBlock();
                if (pauseAfter > TimeSpan.Zero)
                    Thread.Sleep(pauseAfter);
            }

            return calls;
        }
    }

    /// <summary>About how long the calls of a case take.</summary>
    /// <param name="time">How long each is called, unless the fewest calls take longer.</param>
    /// <param name="operation">One call.</param>
    /// <param name="pause">Between calls.</param>
    public static TimeSpan DurationOf(TimeSpan time, TimeSpan operation, TimeSpan pause)
    {
        var paused = Calls(time / 2, pause) + (1.25 * Calls(time, pause));
        return pause > TimeSpan.Zero ? paused + Calls(Sampling / 4, TimeSpan.Zero) + Calls(Sampling, TimeSpan.Zero) : paused;

        TimeSpan Calls(TimeSpan calls, TimeSpan pauseAfter)
        {
            var fewest = FewestCalls * (operation + pauseAfter);
            return calls > fewest ? calls : fewest;
        }
    }

    /// <summary>How many objects stand behind one that is reported depends on what its thread allocated before.</summary>
    private static Task OnNewThread(Func<Task> work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap();
}
