using HttpPerf.Counting;
using HttpPerf.Running;

namespace HttpPerf.Comparing;

/// <summary>What was counted while a case ran.</summary>
internal sealed class Counts(CounterSamples samples)
{
    public long Operations => samples.Operations;

    /// <summary>Every counter that is known, each once.</summary>
    public IEnumerable<string> Names => samples.Readings.Counted.Select(reading => reading.Name).Distinct();

    /// <summary>A counter's readings, whatever their tags.</summary>
    public IEnumerable<CounterReading> ReadingsOf(string name) => samples.Readings.Counted.Where(reading => reading.Name == name);

    /// <summary>Why a counter can't be had here, in a clause; null where it can.</summary>
    public string? NotApplicable(string name) => samples.Readings.NotApplicable
        .Where(beyond => CounterReadings.Matches(beyond.Key, name))
        .Select(beyond => beyond.Value)
        .FirstOrDefault();

    /// <summary>
    /// The readings that are selected, none where it is certain that nothing was to be counted; null where the counter isn't
    /// known or can't be had, or its readings have other tags than those selected by.
    /// </summary>
    public IReadOnlyList<CounterReading>? Find(CounterSelection selection)
    {
        var readings = ReadingsOf(selection.Name).ToList();
        if (readings.Count == 0 || NotApplicable(selection.Name) is not null)
            return null;

        // A counter that didn't move shows no tags, and one that did shows only the values that occurred.
        var stoodStill = readings.All(reading => reading.Tags.Count == 0 && reading.Total == 0);
        var hasTags = readings.Any(reading => selection.Tags.Keys.All(reading.Tags.ContainsKey));
        return stoodStill || hasTags ? [.. readings.Where(selection.Selects)] : null;
    }
}
