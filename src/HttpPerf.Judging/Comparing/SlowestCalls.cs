using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>The slowest calls of a case, slowest first. Sorted once for all epochs that are left out.</summary>
internal sealed class SlowestCalls
{
    private readonly IReadOnlyList<CallTime[]> _calls;
    private readonly Tail _tail;
    private readonly long[] _lengths;
    private readonly List<(CallTime Time, int Epoch)> _slowest;

    public SlowestCalls(IReadOnlyList<CallTime[]> calls, Tail tail)
    {
        _calls = calls;
        _tail = tail;
        _lengths = [.. calls.Select(epoch => epoch.Sum(call => call.Count))];

        // The epoch that is left out may hold the slowest calls of all.
        var needed = _lengths.Max() + (_lengths.Sum() * tail.Taken);
        _slowest = [];
        var count = 0L;
        foreach (var call in calls.SelectMany((times, epoch) => times.Select(time => (Time: time, Epoch: epoch)))
            .OrderByDescending(call => call.Time.Nanoseconds))
        {
            if (count >= needed)
                break;
            _slowest.Add(call);
            count += call.Time.Count;
        }
    }

    /// <summary>Those with calls.</summary>
    public IEnumerable<int> Epochs => Enumerable.Range(0, _lengths.Length).Where(epoch => _lengths[epoch] > 0);

    public double LogarithmOf(int epoch) => new SlowestCalls([_calls[epoch]], _tail).LogarithmWithout(null);

    /// <summary>The logarithm of the mean of the tail. A call on an edge counts in proportion to its overlap.</summary>
    /// <param name="epoch">The epoch to leave out; null for none.</param>
    public double LogarithmWithout(int? epoch)
    {
        var count = _lengths.Sum() - (epoch is { } left ? _lengths[left] : 0);
        var (from, to) = (count * _tail.LeftOut, count * _tail.Taken);
        var (sum, rank) = (0.0, 0L);
        foreach (var (time, ofEpoch) in _slowest)
        {
            if (ofEpoch == epoch)
                continue;
            if (rank >= to)
                break;
            sum += time.Nanoseconds * Math.Max(0, Math.Min(rank + time.Count, to) - Math.Max(rank, from));
            rank += time.Count;
        }

        return LogTime.Of(sum / (to - from));
    }
}
