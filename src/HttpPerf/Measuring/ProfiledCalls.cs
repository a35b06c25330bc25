using System.Diagnostics;
using HttpPerf.Server;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>Calls cases one after another, each often, while something else observes them. Nothing is timed.</summary>
internal static class ProfiledCalls
{
    /// <summary>More than a method is called before it is compiled for good.</summary>
    private const int MinCalls = 40;

    /// <summary>
    /// Of calls of which every object is traced. Some more come before, because an object may be reported together with those that its
    /// thread allocated before and that were not reported.
    /// </summary>
    private const int MinTraced = 10;

    /// <summary>Before the first heap, and between it and the second.</summary>
    private const int CallsBetweenHeaps = 200;

    /// <summary>How often each case is built and called if there are no pauses.</summary>
    private const int Passes = 4;

    /// <summary>In which the objects of a call are written to the trace, with their stacks.</summary>
    public static readonly TimeSpan PauseBetweenAllocations = TimeSpan.FromMilliseconds(5);

    /// <param name="benchmarks">The cases.</param>
    /// <param name="context">How to call them.</param>
    /// <param name="time">How long each is called, unless the fewest calls take longer.</param>
    /// <param name="pause">Between calls, if every object is traced: <see cref="PauseBetweenAllocations"/>; zero if not.</param>
    /// <param name="mark">
    /// Receives a case's position, what happens, and at the end the number of operations. It blocks, so that calls keep their thread.
    /// </param>
    public static async Task Run(
        IReadOnlyList<Benchmark> benchmarks,
        MeasurementContext context,
        TimeSpan time,
        TimeSpan pause,
        Action<int, ProfilePhase, long> mark)
    {
        using var watchdog = new Watchdog(context.Plan, context.Clock);
        var isTraced = pause > TimeSpan.Zero;
        // In turn, so that a disturbance meets all of them.
        var passes = isTraced ? 1 : Passes;
        for (var pass = 0; pass < passes; pass++)
            await CallEach(benchmarks, context, watchdog, CallCase);

        async Task CallCase(int position, BuiltCase built)
        {
            // Otherwise samples of a short operation would mostly show how it is called.
            if (!isTraced)
                await built.FitBlock();
            await Call(built, time / 2 / passes, MinCalls / passes);
            if (isTraced)
            {
                mark(position, ProfilePhase.Start, 0);
                await Call(built, TimeSpan.Zero, MinTraced / 2);
            }

            mark(position, ProfilePhase.Begin, 0);
            var calls = await Call(built, time / passes, isTraced ? MinTraced : MinCalls / passes);
            mark(position, ProfilePhase.End, calls * built.OperationsPerBlock);
        }

        async Task<int> Call(BuiltCase built, TimeSpan time, int minimum)
        {
            var (start, calls) = (Stopwatch.GetTimestamp(), 0);
            for (; calls < minimum || Stopwatch.GetElapsedTime(start) < time; calls++)
            {
                await built.TimeBlock();
                if (isTraced)
                    Thread.Sleep(pause);
            }

            return calls;
        }
    }

    /// <summary>Calls each case between two marks at which the heap is written to the trace.</summary>
    /// <param name="benchmarks">The cases.</param>
    /// <param name="context">How to call them.</param>
    /// <param name="mark">As for <see cref="Run"/>.</param>
    public static async Task RunBetweenHeaps(
        IReadOnlyList<Benchmark> benchmarks, MeasurementContext context, Action<int, ProfilePhase, long> mark)
    {
        using var watchdog = new Watchdog(context.Plan, context.Clock);
        await CallEach(benchmarks, context, watchdog, CallBetweenHeaps);

        async Task CallBetweenHeaps(int position, BuiltCase built)
        {
            await Call(built);
            mark(position, ProfilePhase.Heap, 0);
            await Call(built);
            mark(position, ProfilePhase.Heap, CallsBetweenHeaps * built.OperationsPerBlock);
        }

        static async Task Call(BuiltCase built)
        {
            for (var call = 0; call < CallsBetweenHeaps; call++)
                await built.TimeBlock();
        }
    }

    /// <summary>Builds each case alone, and calls it on a thread of its own.</summary>
    private static async Task CallEach(
        IReadOnlyList<Benchmark> benchmarks, MeasurementContext context, Watchdog watchdog, Func<int, BuiltCase, Task> call)
    {
        foreach (var (position, benchmark) in benchmarks.Index())
            await watchdog.Guard(
                BuiltGroup.Use(
                    [benchmark],
                    controls: [],
                    context,
                    _ => BlockPlan.Single,
                    watchdog,
                    group => OnOwnThread(() => call(position, group.Cases[0]))),
                CancellationToken.None);
    }

    /// <param name="operation">One call.</param>
    public static TimeSpan DurationBetweenHeaps(TimeSpan operation) => 2 * CallsBetweenHeaps * operation;

    /// <summary>About how long the calls of a case take.</summary>
    /// <param name="time">How long each is called, unless the fewest calls take longer.</param>
    /// <param name="operation">One call.</param>
    /// <param name="pause">Between calls.</param>
    public static TimeSpan DurationOf(TimeSpan time, TimeSpan operation, TimeSpan pause)
    {
        return Calls(time / 2, MinCalls) + Calls(time, pause > TimeSpan.Zero ? MinTraced + (MinTraced / 2) : MinCalls);

        TimeSpan Calls(TimeSpan calls, int minimum)
        {
            var ofMinimum = minimum * (operation + pause);
            return calls > ofMinimum ? calls : ofMinimum;
        }
    }

    /// <summary>Pauses would block a thread of the pool.</summary>
    private static Task OnOwnThread(Func<Task> work) =>
        Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap();
}
