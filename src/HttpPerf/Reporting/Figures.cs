using System.Globalization;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>Formats figures for people: with the metric's unit, in the invariant culture, with no more digits than needed.</summary>
internal static class Figures
{
    public static string Show(Metric metric, double value) => metric.Unit switch
    {
        Unit.Bytes when metric.IsOfStart => $"{Number(value, "#,0.##")} B",
        Unit.Nanoseconds when metric.IsOfStart => Time(value),
        Unit.PerOperation when metric.IsOfStart => Number(value, "#,0.#"),
        Unit.Bytes => Bytes(value),
        Unit.Nanoseconds => $"{Time(value)}/op",
        Unit.Ratio => Ratio(value),
        Unit.PerThousandOperations => $"{Number(value, "0.##")} per 1,000 operations",
        Unit.PerSecond => $"{Number(value, "#,0.#")} {(metric.Selection is not null ? "per second" : "requests/s")}",
        Unit.RoundTrips => value == 1 ? "1 round trip" : $"{Number(value, "#,0.##")} round trips",
        Unit.PerOperation => metric.CountsBytes ? Bytes(value) : Count(value),
        _ => throw new ArgumentOutOfRangeException(nameof(metric), metric.Unit, null),
    };

    /// <summary>For the cell of a table, whose heading says of what it is.</summary>
    public static string Cell(Metric metric, Estimate figure) => metric switch
    {
        // Its range includes growth, so it may have grown.
        { IsRetained: true, Selection: null } when figure is { Value: 0, Upper: > 0 } => "?",
        { IsRatio: true } => Ratio(figure.Value),
        { IsGrowth: true } => Number(figure.Value, "+#,0.##;-#,0.##;+0") + (metric.Unit == Unit.Bytes ? " B" : ""),
        { Unit: Unit.Nanoseconds } => Time(figure.Value),
        { Unit: Unit.Bytes } => $"{Number(figure.Value, "#,0.##")} B",
        { Unit: Unit.PerSecond } => Number(figure.Value, "#,0"),
        { Unit: Unit.PerThousandOperations } => Number(figure.Value, "0.0#"),
        _ => Number(figure.Value, "#,0.##"),
    };

    public static string RatioAndInterval(Estimate ratio) =>
        $"{Ratio(ratio.Value)} ({Ratio(ratio.Lower).TrimEnd('×')}…{Ratio(ratio.Upper).TrimEnd('×')})";

    /// <summary>The range of a figure, without a bound that nobody knows.</summary>
    public static string Between(Metric metric, Estimate figure) => (double.IsFinite(figure.Lower), double.IsFinite(figure.Upper)) switch
    {
        (true, true) => $"between {Show(metric, figure.Lower)} and {Show(metric, figure.Upper)}",
        (true, false) => $"at least {Show(metric, figure.Lower)}",
        (false, true) => $"at most {Show(metric, figure.Upper)}",
        _ => "an unknown amount",
    };

    /// <summary>Formats two different values as two different texts.</summary>
    public static (string One, string Other) FormatDistinct(Metric metric, double one, double other)
    {
        const int mostDecimals = 9;
        var (text, otherText) = (Show(metric, one), Show(metric, other));
        for (var decimals = 3; text == otherText && one != other && metric.Unit == Unit.Ratio && decimals <= mostDecimals; decimals++)
        {
            var format = $"F{decimals}";
            (text, otherText) = ($"{Number(one, format)}×", $"{Number(other, format)}×");
        }

        return (text, otherText);
    }

    /// <summary>The values that a limit allows.</summary>
    public static string Range(Limit limit)
    {
        var range = limit switch
        {
            { Amounts: { } amounts } => $"{AmountsText.List(amounts)}/op",
            { Min: null } => $"up to {Show(limit.Metric, limit.Max!.Value)}",
            { Max: null } => $"from {Show(limit.Metric, limit.Min.Value)}",
            _ => $"from {Show(limit.Metric, limit.Min.Value)} to {Show(limit.Metric, limit.Max.Value)}",
        };
        return limit.IsGross ? $"{range} in a quick run" : range;
    }

    public static string Bytes(double bytesPerOperation) => $"{Number(bytesPerOperation, "#,0.##")} B/op";

    /// <summary>Two decimals, and more for events that occur in one of hundreds of operations.</summary>
    private static string Count(double perOperation) => Number(perOperation, Math.Abs(perOperation) switch
    {
        > 0 and < 0.001 => "0.#########",
        < 10 => "0.00##",
        _ => "#,0.00",
    });

    /// <summary>Two decimals, and a third if the ratio is so close to 1 that two would hide the difference.</summary>
    public static string Ratio(double ratio) =>
        $"{Number(ratio, ratio is > 0.9 and < 1.1 && Math.Round(ratio, 2) != Math.Round(ratio, 3) ? "0.000" : "0.00")}×";

    public static string Time(double nanoseconds) => nanoseconds switch
    {
        < 1_000 => $"{Number(nanoseconds, "0.0")} ns",
        < 1_000_000 => $"{Number(nanoseconds / 1_000, "0.0")} µs",
        < 1_000_000_000 => $"{Number(nanoseconds / 1_000_000, "0.00")} ms",
        _ => $"{Number(nanoseconds / 1_000_000_000, "0.00")} s",
    };

    public static string Percent(double part) => $"{Number(part * 100, "0.0")} %";

    /// <summary>With its sign, with a decimal below 10 %, and with three where one would be 0; "-" for none.</summary>
    public static string Change(double? part) =>
        part is { } change ? $"{Number(change * 100, DecimalsOf(Math.Abs(change)))} %" : "-";

    private static string DecimalsOf(double change) => change switch
    {
        > 0 and < 0.0005 => "+0.000;-0.000",
        < 0.1 => "+0.0;-0.0;+0.0",
        _ => "+#,0;-#,0",
    };

    public static string Number(double value, string format) => value switch
    {
        double.PositiveInfinity => "∞",
        double.NegativeInfinity => "-∞",
        _ => value.ToString(format, CultureInfo.InvariantCulture),
    };
}
