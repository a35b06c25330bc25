using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tables;

/// <summary>Buckets of microseconds in ascending order, with how many requests took so long.</summary>
internal sealed class Latencies
{
    private readonly SortedDictionary<long, long> _counts = [];

    public static Latencies Of(IEnumerable<RunAnswer> runs)
    {
        var latencies = new Latencies();
        foreach (var bucket in runs.SelectMany(run => run.Latency))
            latencies._counts[bucket[0]] = latencies._counts.GetValueOrDefault(bucket[0]) + bucket[1];
        return latencies;
    }

    /// <summary>The upper bound of the bucket that holds the quantile; null if there are no requests.</summary>
    public double? Quantile(double quantile)
    {
        var rank = Math.Ceiling(quantile * _counts.Values.Sum());
        foreach (var (microseconds, count) in _counts)
        {
            rank -= count;
            if (rank <= 0 && count > 0)
                return microseconds;
        }

        return null;
    }
}
