namespace HttpPerf.Reports.Html;

/// <summary>By how much the live bytes of a process exceed those before the first window of calls, as a line over the windows.</summary>
/// <param name="levels">Before the first window and after each.</param>
internal sealed class RetainedPlot(IReadOnlyList<long> levels)
{
    public const double Width = 240;
    public const double Height = 36;

    /// <summary>A few bytes more or less are no picture.</summary>
    private const double LeastRange = 1024;

    /// <summary>By how much the last level exceeds the first.</summary>
    public long Growth => levels[^1] - levels[0];

    /// <summary>The points of the line, as SVG takes them; from the lowest level at the bottom to the highest at the top.</summary>
    public string Points()
    {
        var (lowest, range) = (levels.Min(), Math.Max(LeastRange, levels.Max() - levels.Min()));
        return string.Join(' ', levels.Select((level, window) => $"{X(window)},{Y(level)}"));

        string X(int window) => Scale.Number(Width * window / Math.Max(1, levels.Count - 1));

        string Y(long level) => Scale.Number(Height - (Height * (level - lowest) / range));
    }
}
