using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing;

namespace HttpPerf.Profiling;

/// <summary>A random sample of objects, of which each byte that is allocated is as likely to hit one.</summary>
internal sealed class ObjectSamples
{
    /// <summary>With fewer, the objects that the runtime reports say as much.</summary>
    private const int Fewest = 30;

    private readonly Dictionary<string, Dictionary<string, Place>> _types = [];

    public void Add(string type, IReadOnlyList<StackFrame> stack, ObjectSample sample)
    {
        ref var places = ref CollectionsMarshal.GetValueRefOrAddDefault(_types, type, out _);
        places ??= [];
        ref var place = ref CollectionsMarshal.GetValueRefOrAddDefault(places, string.Join('\n', stack), out _);
        place = new(stack, place.Samples + 1, place.Objects + sample.Objects, place.Bytes + (sample.Objects * sample.Size));
    }

    /// <summary>Distributes what is allocated of a type over its places as the samples are.</summary>
    /// <param name="type">The type.</param>
    /// <param name="reported">Its places as they were reported. Their sum is right.</param>
    /// <returns>The same sum; what was reported if there are too few samples of the type.</returns>
    public IEnumerable<CallSite> Distribute(string type, IReadOnlyList<CallSite> reported)
    {
        if (!_types.TryGetValue(type, out var places) || places.Values.Sum(place => place.Samples) < Fewest)
            return reported;
        var (count, objects) = (reported.Sum(site => site.Count), places.Values.Sum(place => place.Objects));
        var (amount, bytes) = (reported.Sum(site => site.Amount), places.Values.Sum(place => place.Bytes));
        return places.Values.Select(
            place => new CallSite(type, place.Stack, count * place.Objects / objects, amount * place.Bytes / bytes));
    }

    private readonly record struct Place(IReadOnlyList<StackFrame> Stack, int Samples, double Objects, double Bytes);
}

/// <summary>An object that was hit.</summary>
/// <param name="Type">The runtime's ID of its type.</param>
/// <param name="Size">How many bytes it takes.</param>
internal readonly record struct ObjectSample(ulong Type, double Size)
{
    /// <summary>The runtime's AllocationSampled event.</summary>
    private const int EventId = 303;

    private const int TypeOffset = 6;
    private const int SizeFromEnd = 16;

    /// <summary>On average, one byte in so many is hit.</summary>
    private const double Interval = 102_400;

    /// <summary>How many objects of its size it stands for: an object is missed if none of its bytes is hit.</summary>
    public double Objects => 1 / (1 - Math.Exp(-Size / Interval));

    /// <summary>Objects are reported with their own sizes; in memory, each takes a multiple of 8 bytes.</summary>
    public static double Occupied(double size) => Math.Ceiling(size / 8) * 8;

    /// <summary>
    /// Reads the payload: kind (4 bytes), runtime (2), type (8), the type's name, address (8), size (8), and where it was hit (8). The
    /// library that reads the trace doesn't know the event.
    /// </summary>
    public static ObjectSample? Read(TraceEvent data)
    {
        if ((int)data.ID != EventId || data.ProviderName != "Microsoft-Windows-DotNETRuntime")
            return null;
        ReadOnlySpan<byte> payload = data.EventData();
        return new(
            BinaryPrimitives.ReadUInt64LittleEndian(payload[TypeOffset..]),
            Occupied(BinaryPrimitives.ReadUInt64LittleEndian(payload[^SizeFromEnd..])));
    }
}
