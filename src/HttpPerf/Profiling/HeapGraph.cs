using System.Runtime.InteropServices;

namespace HttpPerf.Profiling;

/// <summary>The live objects of a heap, and the references that keep them.</summary>
internal sealed class HeapGraph
{
    private readonly Dictionary<ulong, int> _positions = [];
    private readonly List<(ulong Type, long Size, int Edges)> _objects = [];
    private readonly List<ulong> _edges = [];

    /// <summary>Objects that live as long as others, by these.</summary>
    private readonly List<(ulong Key, ulong Value)> _dependents = [];

    private readonly List<(ulong Address, string Root)> _statics = [];
    private readonly List<(ulong Address, string Root)> _otherRoots = [];

    /// <param name="address">Where it is.</param>
    /// <param name="type">Its type.</param>
    /// <param name="size">Its size in bytes.</param>
    /// <param name="edges">How many references it has, which are added in the order of the objects.</param>
    public void AddObject(ulong address, ulong type, long size, int edges)
    {
        _positions[address] = _objects.Count;
        _objects.Add((type, size, edges));
    }

    public void AddReference(ulong address) => _edges.Add(address);

    public void AddDependent(ulong key, ulong value) => _dependents.Add((key, value));

    public void AddStatic(ulong address, string root) => _statics.Add((address, root));

    public void AddRoot(ulong address, string root) => _otherRoots.Add((address, root));

    /// <summary>Adds up the objects by the types on their shortest path from a root; a path from a static is preferred.</summary>
    /// <param name="paths">Gives equal paths of several graphs the same number.</param>
    public Dictionary<int, (int Count, long Bytes)> AddUp(HeapPaths paths)
    {
        var references = References();
        var pathOf = new int[_objects.Count];
        var queue = new Queue<int>();
        foreach (var (address, root) in _statics.Concat(_otherRoots))
            if (_positions.TryGetValue(address, out var position))
                Reach(position, paths.Root(root));
        var sums = new Dictionary<int, (int Count, long Bytes)>();
        while (queue.TryDequeue(out var position))
        {
            ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(sums, pathOf[position], out _);
            sum = (sum.Count + 1, sum.Bytes + _objects[position].Size);
            foreach (var reference in references[position])
                Reach(reference, pathOf[position]);
        }

        return sums;

        void Reach(int position, int from)
        {
            if (pathOf[position] != 0)
                return;
            pathOf[position] = paths.Continue(from, _objects[position].Type);
            queue.Enqueue(position);
        }
    }

    private List<int>[] References()
    {
        var references = new List<int>[_objects.Count];
        var edge = 0;
        for (var position = 0; position < references.Length; position++)
        {
            references[position] = new(_objects[position].Edges);
            for (var end = Math.Min(edge + _objects[position].Edges, _edges.Count); edge < end; edge++)
                if (_positions.TryGetValue(_edges[edge], out var to))
                    references[position].Add(to);
        }

        foreach (var (key, value) in _dependents)
            if (_positions.TryGetValue(key, out var from) && _positions.TryGetValue(value, out var to))
                references[from].Add(to);
        return references;
    }
}

/// <summary>
/// Paths from roots as the types of the objects on them, each by a number above 0. A type is on a path once: a list whose nodes refer to
/// each other, or a tree, is one path.
/// </summary>
internal sealed class HeapPaths
{
    private readonly List<(int From, ulong Type, string? Root)> _paths = [default];
    private readonly Dictionary<(int From, ulong Type), int> _known = [];
    private readonly Dictionary<string, int> _roots = [];

    public int Root(string root)
    {
        if (!_roots.TryGetValue(root, out var path))
        {
            _roots[root] = path = _paths.Count;
            _paths.Add((0, 0, root));
        }

        return path;
    }

    public int Continue(int from, ulong type)
    {
        for (var part = from; _paths[part].Root is null; part = _paths[part].From)
            if (_paths[part].Type == type)
                return part;
        if (!_known.TryGetValue((from, type), out var path))
        {
            _known[(from, type)] = path = _paths.Count;
            _paths.Add((from, type, null));
        }

        return path;
    }

    public ulong TypeOf(int path) => _paths[path].Type;

    /// <summary>The root, and the types from there, the path's own included.</summary>
    public (string Root, IReadOnlyList<ulong> Types) Describe(int path)
    {
        var types = new List<ulong>();
        for (; _paths[path].Root is null; path = _paths[path].From)
            types.Add(_paths[path].Type);
        types.Reverse();
        return (_paths[path].Root!, types);
    }
}
