using HttpPerf.Server;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace HttpPerf.Profiling;

/// <summary>
/// Reads a trace to which a process has written its heap before and after calls of each case, at marks. The trace has no names of
/// fields, except of statics.
/// </summary>
internal sealed class HeapTrace
{
    /// <summary>Fewer objects may be the runtime's own.</summary>
    private const int MinObjects = 3;

    private const string Static = "static ";

    private readonly Dictionary<ulong, string> _types = [];
    private readonly HashSet<string> _assemblies = [];
    private readonly List<(long Position, long Operations, HeapGraph Heap)> _heaps = [];
    private readonly StaticFields _statics;

    private HeapTrace() => _statics = new(_assemblies);

    /// <param name="path">The trace.</param>
    /// <returns>The objects that the calls of each case have left, by the position that marked them.</returns>
    public static IReadOnlyDictionary<long, KeptObjects> Read(string path)
    {
        var trace = new HeapTrace();
        using var source = new EventPipeEventSource(path);
        source.Dynamic.All += trace.Mark;
        source.Clr.LoaderModuleLoad += module => trace._assemblies.Add(module.ModuleILPath);
        source.Clr.TypeBulkType += trace.AddTypes;
        source.Clr.GCBulkNode += trace.AddObjects;
        source.Clr.GCBulkEdge += trace.AddReferences;
        source.Clr.GCBulkRootEdge += trace.AddRoots;
        source.Clr.GCBulkRootStaticVar += trace.AddStatics;
        source.Clr.GCBulkRootConditionalWeakTableElementEdge += trace.AddDependents;
        source.Process();
        return trace._heaps.GroupBy(heap => heap.Position)
            .Where(heaps => heaps.Count() > 1)
            .ToDictionary(heaps => heaps.Key, heaps => trace.Compare(heaps.First().Heap, heaps.Last().Heap, heaps.Last().Operations));
    }

    private HeapGraph? Current => _heaps.Count > 0 ? _heaps[^1].Heap : null;

    private void Mark(TraceEvent data)
    {
        if (data.ProviderName == ProfileMarks.ProviderName && data.EventName == nameof(ProfileMarks.Mark)
            && (ProfilePhase)(long)data.PayloadByName("phase") == ProfilePhase.Heap)
            _heaps.Add(((long)data.PayloadByName("position"), (long)data.PayloadByName("operations"), new()));
    }

    private void AddTypes(GCBulkTypeTraceData data)
    {
        for (var i = 0; i < data.Count; i++)
            _types[data.Values(i).TypeID] = MethodNames.OfType(data.Values(i).TypeName);
    }

    private void AddObjects(GCBulkNodeTraceData data)
    {
        for (var i = 0; i < data.Count; i++)
            if (data.Values(i) is var node)
                Current?.AddObject(node.Address, node.TypeID, (long)node.Size, (int)node.EdgeCount);
    }

    private void AddReferences(GCBulkEdgeTraceData data)
    {
        for (var i = 0; i < data.Count; i++)
            Current?.AddReference(data.Values(i).Target);
    }

    private void AddRoots(GCBulkRootEdgeTraceData data)
    {
        for (var i = 0; i < data.Count; i++)
            if (data.Values(i) is var root && !root.GCRootFlag.HasFlag(GCRootFlags.WeakRef))
                Current?.AddRoot(root.RootedNodeAddress, root.GCRootKind switch
                {
                    GCRootKind.Stack => "a local variable",
                    GCRootKind.Finalizer => "the queue of finalizers",
                    GCRootKind.Handle => "a handle",
                    _ => "the runtime",
                });
    }

    private void AddStatics(GCBulkRootStaticVarTraceData data)
    {
        for (var i = 0; i < data.Count; i++)
            if (data.Values(i) is var field)
                Current?.AddStatic(field.ObjectID, Static + field.FieldName);
    }

    private void AddDependents(GCBulkRootConditionalWeakTableElementEdgeTraceData data)
    {
        for (var i = 0; i < data.Count; i++)
            Current?.AddDependent(data.Values(i).GCKeyNodeID, data.Values(i).GCValueNodeID);
    }

    private KeptObjects Compare(HeapGraph before, HeapGraph after, long operations)
    {
        var paths = new HeapPaths();
        var (earlier, now) = (before.AddUp(paths), after.AddUp(paths));
        var grown = now.Select(sum => (
            Path: sum.Key,
            Count: sum.Value.Count - earlier.GetValueOrDefault(sum.Key).Count,
            Bytes: sum.Value.Bytes - earlier.GetValueOrDefault(sum.Key).Bytes));
        return new(
            operations,
            [
                .. from path in grown
                   where path is { Count: >= MinObjects, Bytes: > 0 }
                   group path by NameOf(paths.TypeOf(path.Path)) into type
                   let most = type.MaxBy(path => path.Bytes)
                   let bytes = type.Sum(path => path.Bytes)
                   orderby bytes descending
                   select new KeptType(
                       type.Key, type.Sum(path => path.Count) / (double)operations, bytes / (double)operations, Describe(paths, most.Path)),
            ]);
    }

    private string Describe(HeapPaths paths, int path)
    {
        var (root, types) = paths.Describe(path);
        List<string> names = [.. types.Select(NameOf)];
        if (!root.StartsWith(Static, StringComparison.Ordinal))
            return string.Join(" → ", names.Prepend(root));
        names[0] = $"static {names[0]} {_statics.Describe(root[Static.Length..], names[0])}";
        return string.Join(" → ", names);
    }

    private string NameOf(ulong type) => _types.GetValueOrDefault(type, "?");
}
