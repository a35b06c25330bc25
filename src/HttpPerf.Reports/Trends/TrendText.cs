using System.Globalization;
using HttpPerf.Results;

namespace HttpPerf.Reports.Trends;

/// <summary>Figures and changes as people read them.</summary>
internal static class TrendText
{
    public static string Limit(TrendPoint point) => point.Limit?.Text ?? "";

    public static string Change(LevelChange change)
    {
        var unit = change.At.Known?.Unit;
        var judged = change.IsWorse switch { true => ", worse", false => ", better", null => "" };
        return $"{FigureText.Format(change.Before, unit)} → {FigureText.Format(change.After, unit)}{Relative(change)}{judged}";
    }

    public static string Date(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>The line in a sentence, for those who don't see it.</summary>
    public static string Describe(TrendLine line)
    {
        var unit = line.Last.Known?.Unit;
        var values = line.Points.Select(point => point.Figure.Value).ToList();
        var changes = line.Changes.Count switch
        {
            0 when line.Points.Count == 1 => "nothing to compare it with",
            0 when line.Points.Count < 2 * ChangePoints.ShortestLevel && values.Distinct().Count() > 1 => "too few to find changes in",
            0 => "no change of the level found",
            1 => "one change of the level",
            var count => $"{count} changes of the level",
        };
        var range = values.Min() == values.Max()
            ? Format(values[0])
            : $"from {Format(values.Min())} to {Format(values.Max())}, last {Format(values[^1])}";
        return $"{values.Count} {(values.Count == 1 ? "result" : "results")}: {range}; {changes}.";

        string Format(double value) => FigureText.Format(value, unit);
    }

    private static string Relative(LevelChange change) => change.Before > 0
        ? string.Create(CultureInfo.InvariantCulture, $" ({change.After / change.Before - 1:+0.0 %;−0.0 %;0 %})")
        : "";
}
