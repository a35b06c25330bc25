using System.Numerics;

namespace HttpPerf.Clients.Dotnet;

/// <summary>Counts latencies by buckets: microseconds up to 127, then 64 buckets to each doubling.</summary>
internal sealed class Latencies
{
    private const int Buckets = 26 * 64;

    private readonly int[] _counts = new int[Buckets];

    public void Add(TimeSpan latency)
    {
        var microseconds = (uint)Math.Min(latency.TotalMicroseconds, int.MaxValue);
        var shift = Math.Max(0, BitOperations.Log2(microseconds | 1) - 6);
        _counts[(shift * 64) + (int)(microseconds >> shift)]++;
    }

    /// <summary>Pairs of a bucket's last microsecond and count, for those buckets that aren't empty.</summary>
    public static IEnumerable<long[]> Merge(IEnumerable<Latencies> all)
    {
        var counts = new long[Buckets];
        foreach (var latencies in all)
            for (var i = 0; i < Buckets; i++)
                counts[i] += latencies._counts[i];
        return Enumerable.Range(0, Buckets).Where(i => counts[i] > 0).Select(i => new[] { Last(i), counts[i] });
    }

    private static long Last(int bucket)
    {
        var shift = Math.Max(0, (bucket / 64) - 1);
        return ((bucket - (shift * 64) + 1L) << shift) - 1;
    }
}
