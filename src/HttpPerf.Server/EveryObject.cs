using System.Diagnostics.Tracing;

namespace HttpPerf.Server;

/// <summary>
/// While it lives, the runtime of a process that traces allocations reports every object. There are two kinds of events, each for a sample
/// of the objects; while both are wanted, nothing is left out. The trace has one of them, and this listener wants the other.
/// </summary>
internal sealed class EveryObject : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Objects at the low rate.</summary>
    private const EventKeywords OtherRate = (EventKeywords)0x2000000;

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
            EnableEvents(eventSource, EventLevel.Informational, OtherRate);
    }
}
