namespace HttpPerf.EchoApp;

/// <summary>How many requests took how long, in buckets of 1 % or a microsecond.</summary>
internal sealed class Latency
{
    private const double Precision = 0.01;

    // Up to five minutes; allocated before the first request.
    private readonly int[] _counts = new int[Bucket(300e6) + 1];

    public void Add(TimeSpan time) => _counts[Math.Min(Bucket(time.TotalMilliseconds * 1000), _counts.Length - 1)]++;

    /// <summary>The buckets in use: the most microseconds of each, and its count.</summary>
    public IEnumerable<KeyValuePair<long, int>> Buckets =>
        from index in Enumerable.Range(0, _counts.Length)
        where _counts[index] > 0
        group _counts[index] by (long)Math.Ceiling(Math.Exp((index + 1) * Precision)) into counts
        select new KeyValuePair<long, int>(counts.Key, counts.Sum());

    private static int Bucket(double microseconds) => (int)(Math.Log(Math.Max(1, microseconds)) / Precision);
}
