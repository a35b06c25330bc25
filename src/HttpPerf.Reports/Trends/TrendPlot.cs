using System.Globalization;

namespace HttpPerf.Reports.Trends;

/// <summary>The geometry of a line's plot, which is stretched to the width of the page.</summary>
internal sealed class TrendPlot
{
    public const int Width = 1000;
    public const int Height = 200;

    private readonly TrendLine _line;

    public TrendPlot(TrendLine line)
    {
        _line = line;
        double[] values = [.. line.Points.Select(point => point.Figure.Value)];
        var (low, high) = (values.Min(), values.Max());
        // Distant values would squeeze the line. Intervals are cut off there, and a limit is only told in the table.
        var room = Math.Max(high - low, high == 0 ? AroundZero() : Math.Abs(high) * 0.1);
        double[] seen = [.. values, .. Ends().Concat(Limits()).Where(end => end >= low - room && end <= high + room)];
        (Low, High) = (seen.Min(), seen.Max());
        if (High - Low < room * 0.1)
            (Low, High) = (Low - (room * 0.5), High + (room * 0.5));
        if (values.Min() >= 0)
            Low = Math.Max(0, Low);

        double AroundZero() => Ends().Concat(Limits()).Select(Math.Abs).DefaultIfEmpty().Max() is > 0 and var end ? end : 1;
        IEnumerable<double> Ends() => line.Points.SelectMany(point => new[] { point.Figure.Lower, point.Figure.Upper }).OfType<double>();
        IEnumerable<double> Limits() => line.Points.SelectMany(point => new[] { point.Limit?.Min, point.Limit?.Max }).OfType<double>();
    }

    /// <summary>The value at the lower edge.</summary>
    public double Low { get; }

    /// <summary>The value at the upper edge.</summary>
    public double High { get; }

    /// <summary>Through all points.</summary>
    public string Line =>
        Joined(_line.Points.Select((point, i) => $"{(i == 0 ? 'M' : 'L')}{Text(X(i))} {Text(Y(point.Figure.Value))}"));

    /// <summary>A dot at each point.</summary>
    public string Dots => Joined(_line.Points.Select((point, i) => $"M{Text(X(i))} {Text(Y(point.Figure.Value))}h0"));

    /// <summary>The interval of each point that has two ends.</summary>
    public string Band => Joined(_line.Points.Select((_, i) => Interval(i) is { } one ? Bar(X(i), one) + BandTo(i, one) : ""));

    /// <summary>The largest value allowed, and the smallest one, as they were in each run.</summary>
    public IEnumerable<string> LimitLines => new[]
    {
        Steps(point => point.Limit?.Max),
        Steps(point => point.Limit?.Min),
    }.Where(path => path.Length > 0);

    /// <summary>Where a level begins.</summary>
    public string ChangeLines => Joined(_line.Changes.Select(change => $"M{Text((X(change.Index) + X(change.Index - 1)) / 2)} 0V{Height}"));

    private double X(int index) => _line.Points.Count == 1 ? Width / 2.0 : 10 + (index * (Width - 20.0) / (_line.Points.Count - 1));

    private double Y(double value) => Height - 10 - ((Math.Clamp(value, Low, High) - Low) / (High - Low) * (Height - 20));

    /// <summary>Without neighbours, an interval is only a bar.</summary>
    private static string Bar(double x, (double Lower, double Upper) at) =>
        $"M{Text(x - 2)} {Text(at.Lower)}H{Text(x + 2)}V{Text(at.Upper)}H{Text(x - 2)}Z";

    private string BandTo(int index, (double Lower, double Upper) at) => index > 0 && Interval(index - 1) is { } before
        ? $"M{Text(X(index - 1))} {Text(before.Lower)}L{Text(X(index))} {Text(at.Lower)}V{Text(at.Upper)}"
            + $"L{Text(X(index - 1))} {Text(before.Upper)}Z"
        : "";

    private (double Lower, double Upper)? Interval(int index) =>
        _line.Points[index].Figure is { IsExact: false, Lower: { } lower, Upper: { } upper } ? (Y(lower), Y(upper)) : null;

    private string Steps(Func<TrendPoint, double?> bound)
    {
        var half = _line.Points.Count == 1 ? Width / 2.0 : (Width - 20.0) / (_line.Points.Count - 1) / 2;
        return Joined(_line.Points.Select((point, i) => bound(point) is { } limit && limit >= Low && limit <= High
            ? $"M{Text(Math.Max(0, X(i) - half))} {Text(Y(limit))}H{Text(Math.Min(Width, X(i) + half))}"
            : ""));
    }

    private static string Joined(IEnumerable<string> parts) => string.Concat(parts);

    private static string Text(double coordinate) => coordinate.ToString("0.#", CultureInfo.InvariantCulture);
}
