using System.Diagnostics.Tracing;
using System.Globalization;

namespace HttpPerf.Counting;

/// <summary>The event that .NET raises where something begins to wait for a task.</summary>
internal static class TaskWait
{
    public const string Begin = "TaskWaitBegin";

    /// <summary>TaskTransfer.</summary>
    public const EventKeywords Keywords = (EventKeywords)0x1;

    /// <summary>The event's Behavior is 1 if a thread waits, and 2 where the task is awaited.</summary>
    private const int Synchronous = 1;

    /// <summary>Whether a thread waits until the task has ended, as by <c>Result</c> or <c>Wait()</c>.</summary>
    public static bool Blocks(EventWrittenEventArgs begin) =>
        Convert.ToInt32(begin.Payload![3], CultureInfo.InvariantCulture) == Synchronous;
}
