using System.Diagnostics;
using HttpPerf.Discovery;
using HttpPerf.Machine;
using HttpPerf.Model;

namespace HttpPerf.Pipeline;

/// <summary>Waits until no other performance test measures on this machine.</summary>
internal static class Turn
{
    /// <returns>The lock that keeps others waiting.</returns>
    /// <exception cref="InvalidRunException">It could not be acquired.</exception>
    public static MachineLock Take(GroupContext context)
    {
        var start = Stopwatch.GetTimestamp();
        var waited = false;
        var turn = Acquire(context, waiting: text =>
        {
            waited = true;
            context.Progress(text);
        });
        if (waited)
            context.Notes.Add($"Waited {Stopwatch.GetElapsedTime(start).InSeconds("0.0")} s for another performance test on this machine"
                + (turn.WaitedFor is { } run ? $" ({run})." : "."));
        if (turn.Obstacle is { } obstacle)
            context.Notes.Add(
                $"Other performance tests may have run at the same time, because {MachineLock.LockFile} {obstacle}. Remove the cause, or "
                + "run one test project at a time.");
        return turn;
    }

    private static MachineLock Acquire(GroupContext context, Action<string> waiting)
    {
        var group = context.Group;
        try
        {
            return MachineLock.Acquire(
                waiting,
                context.Cancellation,
                $"{IBenchmarksOfTests.AssemblyOf(group.Type).GetName().Name} ({group.Name})",
                TimeSpan.FromMinutes(context.Settings.LockMinutes));
        }
        catch (TimeoutException e)
        {
            throw new InvalidRunException(
                $"{group.Name} was not measured, because {e.Message}. Only one performance test at a time measures on a machine. "
                + "End the other one if it hangs, or wait longer with \"lockMinutes\" in the \"settings\" of thresholds.json, "
                + "or HTTPPERF_LOCK_MINUTES.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new InvalidRunException(
                $"{group.Name} was not measured, because {MachineLock.LockFile} can't be created. One performance test at a "
                + $"time has it open. {e.Message} Set TMPDIR (TEMP on Windows) to a folder that can be written.");
        }
    }
}
