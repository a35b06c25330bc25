using System.Globalization;

namespace HttpPerf.Reports.Html;

/// <summary>Places values on a line of a given length: ratios and times are compared by factors, so it is logarithmic.</summary>
/// <param name="Lower">The value at its left end, above 0.</param>
/// <param name="Upper">The value at its right end, above <paramref name="Lower"/>.</param>
/// <param name="Width">Its length in the units of the drawing.</param>
internal sealed record Scale(double Lower, double Upper, double Width)
{
    /// <summary>Twenty times as much is drawn at the end: longer scales would show no differences between the others.</summary>
    private const double LongestFactor = 20;

    private const double Margin = 0.04;
    /// <summary>Values outside are no measurements, and would overflow below.</summary>
    private const double Smallest = 1e-100;
    private const double Largest = 1e100;

    private const int MostTicks = 5;
    private const double Rounding = 1e-9;

    private static readonly double[] Steps = [1, 2, 5];

    /// <summary>A scale that shows values, or the middle of those that are too far apart.</summary>
    public static Scale Of(IEnumerable<double> values, double width)
    {
        double[] sorted = [.. values.Where(value => value is > Smallest and < Largest).Order()];
        if (sorted.Length == 0)
            return new(0.5, 2, width);
        var middle = sorted[sorted.Length / 2];
        var (lower, upper) = (Math.Max(sorted[0], middle / LongestFactor), Math.Min(sorted[^1], middle * LongestFactor));
        var margin = Math.Max(Math.Log(upper / lower) * Margin, 0.01);
        return new(lower * Math.Exp(-margin), upper * Math.Exp(margin), width);
    }

    /// <summary>Where a value is drawn; one outside is drawn at the end.</summary>
    public double At(double value) =>
        value <= Lower ? 0 : Math.Min(Width, Math.Log(value / Lower) / Math.Log(Upper / Lower) * Width);

    /// <summary>Round values to write beside the line.</summary>
    public IReadOnlyList<double> Ticks()
    {
        var range = Upper / Lower > 4 ? Factors() : Differences();
        var every = (int)Math.Ceiling(range.Count / (double)MostTicks);
        return [.. range.Where((_, i) => i % Math.Max(1, every) == 0)];
    }

    private List<double> Factors() =>
    [
        .. from exponent in Enumerable.Range((int)Math.Floor(Math.Log10(Lower)), (int)Math.Ceiling(Math.Log10(Upper / Lower)) + 2)
           from step in Steps
           let value = step * Math.Pow(10, exponent)
           where value >= Lower && value <= Upper
           select value,
    ];

    private List<double> Differences()
    {
        var magnitude = Math.Pow(10, Math.Floor(Math.Log10((Upper - Lower) / MostTicks)));
        var step = Steps.Append(10).Select(s => s * magnitude).First(s => (Upper - Lower) / s < MostTicks);
        var (first, last) = (Math.Ceiling(Lower / step - Rounding), Math.Floor(Upper / step + Rounding));
        return [.. Enumerable.Range(0, (int)(last - first) + 1).Select(i => Math.Round((first + i) * step, 12))];
    }

    /// <summary>A number as SVG takes it.</summary>
    public static string Number(double value) => Math.Round(value, 1).ToString(CultureInfo.InvariantCulture);
}
