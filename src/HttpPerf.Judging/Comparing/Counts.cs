using HttpPerf.Counting;
using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>The counts of the solo runs of a case.</summary>
/// <param name="runs">At least one.</param>
/// <param name="errorRate">How often the interval of a rate may miss the true one.</param>
internal sealed class Counts(IReadOnlyList<CounterSamples> runs, double errorRate)
{
    private readonly CounterReadings _readings = new(
        CounterReading.Combine(runs.SelectMany(s => s.Readings.Counted)), runs[0].Readings.NotApplicable);

    public long Operations { get; } = runs.Sum(s => s.Operations);

    /// <summary>The names of all known counters, without duplicates.</summary>
    public IEnumerable<string> Names => _readings.Counted.Select(reading => reading.Name).Distinct();

    public IEnumerable<CounterReading> ReadingsOf(string name) => _readings.Counted.Where(reading => reading.Name == name);

    /// <summary>Why a counter is not available here, as a clause; null if it is available.</summary>
    public string? NotApplicable(string name) => _readings.NotApplicable
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

    /// <summary>The selected events per operation; null where <see cref="Find"/> returns null.</summary>
    public Estimate? Rate(CounterSelection selection) => Find(selection) is null ? null : EventRate.Compute(
        [.. runs.Select(s => (
            s.Readings.Counted.Where(r => r.Name == selection.Name && selection.Selects(r)).Sum(r => r.Total), s.Operations))],
        errorRate);
}
