using System.Diagnostics.Tracing;
using HttpPerf.Counting;

namespace HttpPerf.Server;

/// <summary>
/// Has the runtime write all live objects, and the references that keep them, to the trace of this process, if it has one that wants them.
/// </summary>
internal sealed class HeapSnapshot : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Whoever asks for events of this kind has the runtime collect, and walk the heap.</summary>
    private const EventKeywords Collect = (EventKeywords)0x800000;

    /// <summary>Everything is written on return.</summary>
    public static void Write()
    {
        LiveState.Collect();
        new HeapSnapshot().Dispose();
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
            EnableEvents(eventSource, EventLevel.Informational, Collect);
    }
}
