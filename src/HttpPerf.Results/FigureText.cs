using System.Globalization;

namespace HttpPerf.Results;

/// <summary>Figures as people read them, where the results give no text for them.</summary>
internal static class FigureText
{
    public static string Format(double value, Unit? unit) => unit switch
    {
        Unit.Nanoseconds => Math.Abs(value) switch
        {
            < 1e3 => $"{Digits(value)} ns",
            < 1e6 => $"{Digits(value / 1e3)} µs",
            < 1e9 => $"{Digits(value / 1e6)} ms",
            _ => $"{Digits(value / 1e9)} s",
        },
        Unit.Bytes => $"{Digits(value)} B",
        Unit.Ratio => $"{Digits(value)}×",
        Unit.PerSecond => $"{Digits(value)} /s",
        _ => Digits(value),
    };

    public static string Interval(Figure figure, Unit? unit) => figure switch
    {
        { IsExact: true } => "exact",
        { Lower: null, Upper: null } => "unknown",
        _ => $"{(figure.Lower is { } lower ? Format(lower, unit) : "?")} to {(figure.Upper is { } upper ? Format(upper, unit) : "?")}",
    };

    private static string Digits(double value)
    {
        // Four digits, but all of a large number, as bytes are exact.
        var decimals = value == 0 ? 0 : Math.Clamp(3 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 15);
        return value.ToString(decimals == 0 ? "#,0" : $"#,0.{new string('#', decimals)}", CultureInfo.InvariantCulture);
    }
}
