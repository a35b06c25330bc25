using System.Globalization;

namespace HttpPerf.Results.Trends;

/// <summary>Figures and changes as people read them.</summary>
internal static class TrendText
{
    public static string Format(double value, MetricUnit unit) => unit switch
    {
        MetricUnit.Nanoseconds => Math.Abs(value) switch
        {
            < 1e3 => $"{Digits(value)} ns",
            < 1e6 => $"{Digits(value / 1e3)} µs",
            < 1e9 => $"{Digits(value / 1e6)} ms",
            _ => $"{Digits(value / 1e9)} s",
        },
        MetricUnit.Bytes => $"{Digits(value)} B",
        MetricUnit.Ratio => $"{Digits(value)}×",
        MetricUnit.PerSecond => $"{Digits(value)} /s",
        _ => Digits(value),
    };

    public static string Interval(Figure figure, MetricUnit unit) => figure switch
    {
        { IsExact: true } => "exact",
        { Lower: null, Upper: null } => "unknown",
        _ => $"{(figure.Lower is { } lower ? Format(lower, unit) : "?")} to {(figure.Upper is { } upper ? Format(upper, unit) : "?")}",
    };

    public static string Limit(TrendPoint point) => point.Limit?.Text ?? "";

    public static string Change(LevelChange change)
    {
        var unit = change.At.Facts.Unit;
        var judged = change.IsWorse switch { true => ", worse", false => ", better", null => "" };
        return $"{Format(change.Before, unit)} → {Format(change.After, unit)}{Relative(change)}{judged}";
    }

    public static string Date(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>The line in a sentence, for those who don't see it.</summary>
    public static string Describe(TrendLine line)
    {
        var unit = line.Last.Facts.Unit;
        var values = line.Points.Select(point => point.Figure.Value).ToList();
        var changes = line.Changes.Count switch
        {
            0 when line.Points.Count == 1 => "nothing to compare it with",
            0 => "no change of the level found",
            1 => "one change of the level",
            var count => $"{count} changes of the level",
        };
        var range = values.Min() == values.Max()
            ? Format(values[0], unit)
            : $"from {Format(values.Min(), unit)} to {Format(values.Max(), unit)}, last {Format(values[^1], unit)}";
        return $"{values.Count} {(values.Count == 1 ? "result" : "results")}: {range}; {changes}.";
    }

    private static string Relative(LevelChange change) => change.Before > 0
        ? string.Create(CultureInfo.InvariantCulture, $" ({change.After / change.Before - 1:+0.0 %;−0.0 %;0 %})")
        : "";

    private static string Digits(double value)
    {
        // Four digits, but all of a large number, as bytes are exact.
        var decimals = value == 0 ? 0 : Math.Clamp(3 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 15);
        return value.ToString(decimals == 0 ? "#,0" : $"#,0.{new string('#', decimals)}", CultureInfo.InvariantCulture);
    }
}
