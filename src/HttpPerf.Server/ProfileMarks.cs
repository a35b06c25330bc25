using System.Diagnostics.Tracing;

namespace HttpPerf.Server;

/// <summary>Marks in a trace when a case is called. All arguments are of one type: readers decode mixed ones wrongly.</summary>
[EventSource(Name = ProviderName)]
internal sealed class ProfileMarks : EventSource
{
    public const string ProviderName = "HttpPerf-Profile";

    private static readonly ProfileMarks Log = new();
    private static EveryObject? _everyObject;

    private ProfileMarks()
    {
    }

    /// <param name="position">The case's.</param>
    /// <param name="phase">The phase that begins or ends.</param>
    /// <param name="operations">How many there were, at the end of those that count.</param>
    public static void Set(long position, ProfilePhase phase, long operations)
    {
        if (phase == ProfilePhase.Start)
            _everyObject = new();
        Log.Mark(position, (long)phase, operations);
        if (phase == ProfilePhase.Heap)
            HeapSnapshot.Write();
        if (phase == ProfilePhase.End)
            _everyObject?.Dispose();
    }

    [Event(1)]
    public void Mark(long position, long phase, long operations) => WriteEvent(1, position, phase, operations);
}

/// <summary>The event at a mark.</summary>
internal enum ProfilePhase
{
    /// <summary>Every object is reported from now on, if allocations are traced.</summary>
    Start,

    /// <summary>The calls of the case count from now on.</summary>
    Begin,

    /// <summary>They don't any more.</summary>
    End,

    /// <summary>The whole heap follows: before the calls of the case, or after them.</summary>
    Heap,
}
