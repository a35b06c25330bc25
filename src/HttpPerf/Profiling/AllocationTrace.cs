using HttpPerf.Server;
using Microsoft.Diagnostics.Tracing;
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

    protected override void Subscribe(TraceLogEventSource source)
    {
        source.Clr.GCSampledObjectAllocation += Add;
        source.Dynamic.All += AddSample;
    }

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
        if (counted == 0 || StackOf(data) is not { } stack)
            return;
        var type = NameOf(data.TypeID);
        var size = data.TotalSizeForTypeSample / objects;
        calls.AddObjects(type, stack, counted, size);
        if (calls.Contains(now))
            calls.Unreported[source] = () => calls.AddUnreported(type, stack, now, objects - 1, size);
    }

    private void AddSample(TraceEvent data)
    {
        if (Current is Allocations { IsSampled: true } calls && ObjectSample.Read(data) is { } sample && StackOf(data) is { } stack)
            calls.Samples.Add(NameOf(sample.Type), stack, sample);
    }

    private string NameOf(ulong type) => _types.TryGetValue(type, out var name) ? MethodNames.OfType(name) : "?";

    /// <summary>Null for what the library does, and the thread pool, which looks after its threads between calls, too.</summary>
    private List<StackFrame>? StackOf(TraceEvent data)
    {
        var (stack, _) = Read(data.CallStack());
        return stack?.Exists(frame => frame.Method.Contains("HillClimbing", StringComparison.Ordinal)) is false ? stack : null;
    }

    private sealed class Allocations : MarkedCalls
    {
        private readonly Dictionary<string, double> _largest = [];

        /// <summary>Adds what comes after a thread's last event, if that is in calls that count.</summary>
        public Dictionary<(int Thread, ulong Type), Action> Unreported { get; } = [];

        public ObjectSamples Samples { get; } = new();

        public override void Mark(ProfilePhase phase, double time, long operations)
        {
            base.Mark(phase, time, operations);
            if (phase != ProfilePhase.Stop)
                return;
            foreach (var add in Unreported.Values)
                add();
            Unreported.Clear();
        }

        public void AddObjects(string type, List<StackFrame> stack, double objects, double size)
        {
            var occupied = ObjectSample.Occupied(size);
            Add(type, stack, objects, objects * occupied);
            // One of the objects is the event's own.
            _largest[type] = Math.Max(_largest.GetValueOrDefault(type), (objects - 1) * occupied);
        }

        /// <summary>On average, half as many objects follow a thread's last event as are between two.</summary>
        public void AddUnreported(string type, List<StackFrame> stack, double last, double between, double size) =>
            AddObjects(type, stack, PartOf(last, Stopped) * between / 2, size);

        /// <summary>
        /// Of a type of which an event stands for several objects, its stack says little of the others: if it stands for as many as a call
        /// allocates, it always meets the same one.
        /// </summary>
        public override CallProfile ToProfile()
        {
            var profile = ToProfile(1, (type, _) => _largest[type]);
            return profile with
            {
                Sites =
                [
                    .. profile.Sites.GroupBy(site => site.Subject)
                        .SelectMany(type => _largest[type.Key] > 0 ? Samples.Distribute(type.Key, [.. type]) : type),
                ],
            };
        }
    }
}
