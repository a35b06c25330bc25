using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Judging.Limits;

/// <summary>Explains why a case has no figure for a counter.</summary>
internal static class MissingCounter
{
    // There may be hundreds of instruments.
    private const int MostShown = 8;

    /// <returns>The end of a sentence that starts with "…, but", and the names that are available instead.</returns>
    public static string Explain(Counts? counts, CounterSelection counter)
    {
        if (counts is null)
            return "nothing was counted.";
        if (counts.NotApplicable(counter.Name) is { } reason)
            return $"it is not applicable here: {reason}.";

        string[] tagSets =
        [
            .. counts.ReadingsOf(counter.Name).Select(reading => reading.Tags.Count > 0 ? CounterSelection.Show(reading.Tags) : "none"),
        ];
        if (tagSets.Length > 0)
            return $"{Wording.Quote(counter.Name)} was reported with other tags. Those that occurred: {Shown(tagSets)}.";

        string[] nearest = [.. Nearest.Order(counter.Name, counts.Names).Take(MostShown)];
        var known = nearest.Length > 0 ? Wording.Known(counter.Name, "counters", nearest) : "No counter reported anything.";
        return $"no counter of that name reported anything. {known}";
    }

    private static string Shown(string[] tagSets) =>
        string.Join(", ", tagSets.Take(MostShown)) + (tagSets.Length > MostShown ? $" and {tagSets.Length - MostShown} more" : "");
}
