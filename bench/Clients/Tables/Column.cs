using System.Globalization;

namespace HttpPerf.Clients.Tables;

/// <param name="Header">Its name.</param>
/// <param name="IsNumber">Whether it is aligned to the right.</param>
/// <param name="Cell">What it shows of a row that has figures; null for a dash.</param>
internal sealed record Column(string Header, bool IsNumber, Func<Row, string?> Cell)
{
    public static readonly Column Ratio = new("ratio", true, row => row.Ratio is { } ratio ? Show(ratio.Value) : null);

    public static readonly Column Interval = new("interval", true, row => row.Ratio switch
    {
        null => null,
        { } exact when exact.Lower == exact.Upper => null,
        { Upper: double.PositiveInfinity } => "too few rounds",
        { } ratio => $"{Show(ratio.Lower)}–{Show(ratio.Upper)}",
    });

    public static readonly Column Median = new("p50", true, row => Time(row.Median));
    public static readonly Column P99 = new("p99", true, row => Time(row.P99));

    public static readonly Column Bytes = new("bytes", true, row => row.Bytes is { } bytes ? $"{Count(bytes)} B" : null);
    public static readonly Column BytesRatio = new("bytes ratio", true, row => row.BytesRatio is { } ratio ? Show(ratio.Value) : null);

    public static string Count(double value) => value.ToString("#,0", CultureInfo.InvariantCulture);

    private static string Show(double ratio) => $"{ratio.ToString(ratio < 0.1 ? "0.000" : "0.00", CultureInfo.InvariantCulture)}×";

    private static string? Time(double? microseconds) => microseconds switch
    {
        null => null,
        < 1000 => string.Create(CultureInfo.InvariantCulture, $"{microseconds:0} µs"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{microseconds / 1000:0.0} ms"),
    };
}
