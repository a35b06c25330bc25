using HttpPerf.Counting;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>The memory and handles that the calls of a case leave behind, on both sides.</summary>
internal static class Retentions
{
    private static readonly Metric[] Bytes = [Metric.RetainedBytes, Metric.ServerRetainedBytes];

    private static readonly (string Counter, Func<LiveState, long> Read)[] Counters =
    [
        (CounterNames.RetainedHandles, live => live.Handles),
        (CounterNames.RetainedSockets, live => live.Sockets),
        (CounterNames.RetainedTimers, live => live.Timers),
        (CounterNames.RetainedThreads, live => live.Threads),
    ];

    /// <param name="samples">Null if nothing was measured.</param>
    public static IReadOnlyDictionary<Metric, Retention> Of(RetainedSamples? samples)
    {
        var all = new Dictionary<Metric, Retention>();
        if (samples is not null)
            Add(Metric.RetainedBytes, "", samples.Tests);
        if (samples?.Server is { } server)
            Add(Metric.ServerRetainedBytes, CounterNames.ServerPrefix, server);
        return all;

        void Add(Metric bytes, string prefix, IReadOnlyList<LiveState> levels)
        {
            all[bytes] = Judge(levels, live => live.Bytes);
            foreach (var (counter, read) in Counters)
                if (levels.All(live => read(live) >= 0))
                    all[Metric.Counter(prefix + counter)] = Judge(levels, read);
        }

        Retention Judge(IReadOnlyList<LiveState> levels, Func<LiveState, long> read) =>
            Retention.Of([.. levels.Select(live => (double)read(live))], samples.OperationsPerWindow);
    }

    /// <summary>
    /// Whether more windows would tell nothing new. Whatever else is left, something keeps it, and that takes bytes; threads of the pool
    /// come and go.
    /// </summary>
    public static bool AreDecided(RetainedSamples samples) =>
        Of(samples) is var all && Bytes.All(bytes => all.GetValueOrDefault(bytes) is not { IsDecided: false });
}
