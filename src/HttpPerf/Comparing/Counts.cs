using HttpPerf.Counting;
using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>What was counted while a case ran.</summary>
internal sealed class Counts(CounterSamples samples)
{
    public long Operations => samples.Operations;

    /// <summary>The names of all known counters, without duplicates.</summary>
    public IEnumerable<string> Names => samples.Readings.Counted.Select(reading => reading.Name).Distinct();

    public IEnumerable<CounterReading> ReadingsOf(string name) => samples.Readings.Counted.Where(reading => reading.Name == name);

    /// <summary>Why a counter is not available here, as a clause; null if it is available.</summary>
    public string? NotApplicable(string name) => samples.Readings.NotApplicable
        .Where(beyond => CounterReadings.Matches(beyond.Key, name))
        .Select(beyond => beyond.Value)
        .FirstOrDefault();

    /// <summary>
    /// The selected readings; empty if there was certainly nothing to count. Null if the counter is unknown or not available, or if its
    /// readings have other tags than the selection.
    /// </summary>
    public IReadOnlyList<CounterReading>? Find(CounterSelection selection)
    {
        var readings = ReadingsOf(selection.Name).ToList();
        if (readings.Count == 0 || NotApplicable(selection.Name) is not null)
            return null;

        // A counter that didn't change has no tags. One that did has only the tag values that occurred.
        var stoodStill = readings.All(reading => reading.Tags.Count == 0 && reading.Total == 0);
        var hasTags = readings.Any(reading => selection.Tags.Keys.All(reading.Tags.ContainsKey));
        return stoodStill || hasTags ? [.. readings.Where(selection.Selects)] : null;
    }
}
