using HttpPerf.Counting;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Reporting;

/// <summary>Describes the data behind a counter's figure: its total, the number of operations, and the tags.</summary>
internal static class CounterEvidence
{
    private const int MostShown = 5;

    /// <summary>Indented lines, without a line break at the end.</summary>
    /// <param name="counter">The counter.</param>
    /// <param name="counts">The counts.</param>
    /// <param name="certainty">How certain the events per operation are.</param>
    public static string Describe(CounterSelection counter, Counts counts, string certainty)
    {
        var readings = counts.Find(counter)!.OrderByDescending(reading => reading.Total).ToList();
        var operations = counts.Operations == 1 ? "1 operation" : $"{Total(counts.Operations)} operations";
        var lines = new List<string> { $"  measured   {Total(readings.Sum(reading => reading.Total))} in {operations}, {certainty}" };
        // Queries have lines of their own.
        if (QueriesText.IsOf(counter))
            return lines[0];
        if (readings.Count > 1)
            lines.AddRange(readings.Take(MostShown).Select(Line));
        if (readings.Count > MostShown)
        {
            var others = readings.Skip(MostShown).Sum(reading => reading.Total);
            lines.Add($"             {Total(others)} under {readings.Count - MostShown} other sets of tags");
        }

        return string.Join('\n', lines);
    }

    private static string Line(CounterReading reading)
    {
        var tags = reading.Tags.Count > 0 ? Quotation.Line(CounterSelection.Show(reading.Tags)) : "without tags";
        return $"             {Total(reading.Total)} {tags}";
    }

    private static string Total(double total) => Figures.Number(total, "#,0.###");
}
