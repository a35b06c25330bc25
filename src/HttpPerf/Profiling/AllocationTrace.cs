using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace HttpPerf.Profiling;

/// <summary>Reads all allocated objects.</summary>
internal sealed class AllocationTrace : TraceReader
{
    private readonly Dictionary<ulong, string> _types = [];

    /// <summary>A type may be named after its first object.</summary>
    protected override void Prepare(TraceLog log)
    {
        using var source = log.Events.GetSource();
        source.Clr.TypeBulkType += bulk =>
        {
            for (var i = 0; i < bulk.Count; i++)
                _types[bulk.Values(i).TypeID] = MethodNames.OfType(bulk.Values(i).TypeName);
        };
        source.Process();
    }

    protected override void Subscribe(TraceLogEventSource source) => source.Clr.GCSampledObjectAllocation += Add;

    protected override MarkedCalls CreateCalls() => new Allocations();

    private void Add(GCSampledObjectAllocationTraceData data)
    {
        if (Current is Allocations calls && StackOf(data) is { } stack)
            calls.Add(
                _types.GetValueOrDefault(data.TypeID, "?"),
                stack,
                // In memory, each object takes a multiple of 8 bytes.
                Math.Ceiling((double)data.TotalSizeForTypeSample / data.ObjectCountForTypeSample / 8) * 8,
                isSingle: data.ObjectCountForTypeSample == 1);
    }

    /// <summary>Null for objects of the library and of the thread pool, which looks after its threads between calls, too.</summary>
    private List<TracedFrame>? StackOf(GCSampledObjectAllocationTraceData data)
    {
        var (stack, _) = Read(data.CallStack());
        return stack?.Exists(frame => frame.Method.Contains("HillClimbing", StringComparison.Ordinal)) is false ? stack : null;
    }

    private sealed class Allocations : MarkedCalls
    {
        private readonly Dictionary<(string Type, double Size), int> _objects = [];
        private readonly List<(string Type, List<TracedFrame> Stack, double Size)> _notSingle = [];

        /// <summary>Adds an object.</summary>
        /// <param name="type">Its type.</param>
        /// <param name="stack">Where it is allocated.</param>
        /// <param name="size">Its size, or the mean size of it and of others of its thread and type that were not reported.</param>
        /// <param name="isSingle">Whether the size is its own.</param>
        public void Add(string type, List<TracedFrame> stack, double size, bool isSingle)
        {
            if (!isSingle)
            {
                _notSingle.Add((type, stack, size));
                return;
            }

            Add(type, stack, 1, size);
            CollectionsMarshal.GetValueRefOrAddDefault(_objects, (type, size), out _)++;
        }

        public override CallProfile ToProfile()
        {
            // The first objects of threads. Others of their place say how large they are.
            foreach (var (type, stack, size) in _notSingle)
                Add(type, stack, FindMean(type, stack) ?? size, isSingle: true);
            _notSingle.Clear();

            var deviations = _objects.ToLookup(objects => objects.Key.Type, objects => Variance(objects.Value, objects.Key.Size));
            return ToProfile(1, (type, _) => 2 * Math.Sqrt(deviations[type].Sum()));
        }

        /// <summary>
        /// Of the bytes in another trace: objects that are not in every call are taken for a Poisson process. The others are exact.
        /// </summary>
        private double Variance(int objects, double size)
        {
            var perCall = (double)objects / Operations;
            return Math.Round(perCall) >= 1 && CallProfile.IsWhole(perCall) ? 0 : objects * size * size;
        }
    }
}
