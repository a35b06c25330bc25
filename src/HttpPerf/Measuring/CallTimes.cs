using System.Diagnostics;
using HdrHistogram;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>Records how long each of many overlapping calls takes, in memory that doesn't grow with the calls.</summary>
/// <param name="model">How they overlap.</param>
internal sealed class CallTimes(LoadModel model)
{
    /// <summary>Of a recorded time; it is known to a tenth of a percent.</summary>
    private const int SignificantDigits = 3;

    /// <summary>A call that takes longer counts as hanging long before.</summary>
    private static readonly long Longest = 3600 * Stopwatch.Frequency;

    private readonly LongHistogram _epoch = new(Longest, SignificantDigits);
    private readonly List<(long Ticks, long Count)[]> _epochs = [];

    /// <param name="times">In ticks of the stopwatch.</param>
    public void Add(ReadOnlySpan<long> times)
    {
        foreach (var ticks in times)
            _epoch.RecordValue(Math.Clamp(ticks, 1, Longest));
    }

    public void EndEpoch(int epoch)
    {
        while (_epochs.Count < epoch)
            _epochs.Add([]);
        _epochs.Add([.. _epoch.RecordedValues().Select(value => (value.ValueIteratedTo, value.CountAddedInThisIterationStep))]);
        _epoch.Reset();
    }

    public LoadSamples ToSamples(IReadOnlyList<double[]> timePerOperation, int operationsPerCall)
    {
        var nanoseconds = 1e9 / Stopwatch.Frequency / operationsPerCall;
        return new(
            model,
            timePerOperation,
            [.. _epochs.Select(epoch => epoch.Select(time => new CallTime(time.Ticks * nanoseconds, time.Count)).ToArray())]);
    }
}
