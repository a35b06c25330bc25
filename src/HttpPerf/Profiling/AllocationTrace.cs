using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace HttpPerf.Profiling;

/// <summary>Reads what is allocated.</summary>
internal sealed class AllocationTrace : TraceReader
{
    private readonly Dictionary<ulong, string> _types = [];
    private readonly Dictionary<(int Thread, ulong Type), double> _last = [];

    /// <summary>A type may be named after its first object.</summary>
    protected override void Prepare(TraceLog log)
    {
        using var source = log.Events.GetSource();
        source.Clr.TypeBulkType += bulk =>
        {
            for (var i = 0; i < bulk.Count; i++)
                _types[bulk.Values(i).TypeID] = bulk.Values(i).TypeName;
        };
        source.Process();
    }

    protected override void Subscribe(TraceLogEventSource source) => source.Clr.GCSampledObjectAllocation += Add;

    protected override MarkedCalls CreateCalls() => new Allocations();

    /// <summary>
    /// An event stands for an object, and for all others of its type since the thread's last one. Of the others, the part counts in whose
    /// time the calls fall.
    /// </summary>
    private void Add(GCSampledObjectAllocationTraceData data)
    {
        var source = (data.ThreadID, data.TypeID);
        var now = data.TimeStampRelativeMSec;
        var last = _last.GetValueOrDefault(source);
        _last[source] = now;
        if (Current is not Allocations calls)
            return;

        calls.Unreported.Remove(source);
        double objects = data.ObjectCountForTypeSample;
        var counted = (calls.Contains(now) ? 1 : 0) + (calls.PartOf(last, now) * (objects - 1));
        if (counted == 0)
            return;
        var (stack, _) = Read(data.CallStack());
        // The thread pool looks after its threads between calls, too.
        if (stack is null || stack.Exists(frame => frame.Method.Contains("HillClimbing", StringComparison.Ordinal)))
            return;
        var type = _types.TryGetValue(data.TypeID, out var name) ? MethodNames.OfType(name) : "?";
        var size = data.TotalSizeForTypeSample / objects;
        calls.AddObjects(type, stack, counted, size);
        if (calls.Contains(now))
            calls.Unreported[source] = () => calls.AddUnreported(type, stack, now, objects - 1, size);
    }

    private sealed class Allocations : MarkedCalls
    {
        private readonly Dictionary<string, double> _largest = [];

        /// <summary>Adds what comes after a thread's last event, if that is in calls that count.</summary>
        public Dictionary<(int Thread, ulong Type), Action> Unreported { get; } = [];

        public void AddObjects(string type, List<StackFrame> stack, double objects, double size)
        {
            // Objects are reported with their own sizes; in memory, each takes a multiple of 8 bytes.
            var occupied = Math.Ceiling(size / 8) * 8;
            Add(type, stack, objects, objects * occupied);
            // One of the objects is the event's own.
            _largest[type] = Math.Max(_largest.GetValueOrDefault(type), (objects - 1) * occupied);
        }

        /// <summary>On average, half as many objects follow a thread's last event as are between two.</summary>
        public void AddUnreported(string type, List<StackFrame> stack, double last, double between, double size) =>
            AddObjects(type, stack, PartOf(last, Stopped) * between / 2, size);

        public override CallProfile ToProfile()
        {
            foreach (var add in Unreported.Values)
                add();
            Unreported.Clear();
            return ToProfile(1, (type, _) => _largest[type]);
        }
    }
}
