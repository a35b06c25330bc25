using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>The slowest calls of a case, slowest first. Sorted once for all epochs that are left out.</summary>
internal sealed class SlowestCalls
{
    private readonly Tail _tail;
    private readonly long[] _lengths;
    private readonly (CallTime Time, int Epoch)[] _calls;

    public SlowestCalls(IReadOnlyList<CallTime[]> calls, Tail tail)
    {
        _tail = tail;
        _lengths = [.. calls.Select(epoch => epoch.Sum(call => call.Count))];
        _calls = [.. calls.SelectMany((times, epoch) => Array.ConvertAll(times, time => (time, epoch)))];
        Array.Sort(Array.ConvertAll(_calls, call => -call.Time.Nanoseconds), _calls);
    }

    /// <summary>Those with calls.</summary>
    public IEnumerable<int> Epochs => Enumerable.Range(0, _lengths.Length).Where(epoch => _lengths[epoch] > 0);

    public double LogarithmOf(int epoch) => Logarithm(_lengths[epoch], of => of == epoch);

    /// <param name="epoch">The epoch to leave out; null for none.</param>
    public double LogarithmWithout(int? epoch) =>
        Logarithm(_lengths.Sum() - (epoch is { } left ? _lengths[left] : 0), of => of != epoch);

    /// <summary>The logarithm of the mean of the tail. A call on an edge counts in proportion to its overlap.</summary>
    private double Logarithm(long count, Predicate<int> includes)
    {
        var (from, to) = (count * _tail.LeftOut, count * _tail.Taken);
        var (sum, rank) = (0.0, 0L);
        foreach (var (time, epoch) in _calls)
        {
            if (rank >= to)
                break;
            if (!includes(epoch))
                continue;
            sum += time.Nanoseconds * Math.Max(0, Math.Min(rank + time.Count, to) - Math.Max(rank, from));
            rank += time.Count;
        }

        return LogTime.Of(sum / (to - from));
    }
}
