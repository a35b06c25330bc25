using System.Diagnostics;
using HdrHistogram;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>Records how long each of many overlapping calls takes, in memory that doesn't grow with the calls.</summary>
internal sealed class CallTimes
{
    /// <summary>Of a recorded time; it is known to a tenth of a percent.</summary>
    private const int SignificantDigits = 3;

    /// <summary>A call that takes longer counts as hanging long before.</summary>
    private static readonly long Longest = 3600 * Stopwatch.Frequency;

    private readonly LongHistogram _epoch = new(Longest, SignificantDigits);

    /// <param name="times">In ticks of the stopwatch.</param>
    public void Add(ReadOnlySpan<long> times)
    {
        foreach (var ticks in times)
            _epoch.RecordValue(Math.Clamp(ticks, 1, Longest));
    }

    /// <summary>Returns the calls of an epoch, and begins the next.</summary>
    /// <param name="operationsPerCall">The number of operations that a call is.</param>
    public CallTime[] EndEpoch(int operationsPerCall)
    {
        var nanoseconds = 1e9 / Stopwatch.Frequency / operationsPerCall;
        CallTime[] calls =
        [
            .. _epoch.RecordedValues()
                .Select(value => new CallTime(value.ValueIteratedTo * nanoseconds, value.CountAddedInThisIterationStep)),
        ];
        _epoch.Reset();
        return calls;
    }
}
