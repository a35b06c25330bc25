using System.Globalization;
using System.Text;
using Axis = HttpPerf.Reports.Html.Scale;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>Draws what tools measured of two identical methods: a dot for each run. Pure.</summary>
internal static class StripPlot
{
    private const double Width = 720;
    private const double Names = 150;
    private const double RowHeight = 56;
    private const double Top = 34;
    private const double Limit = 1.05;

    /// <summary>Dots of a row stand at these heights in turn, so that equal ones can be told apart.</summary>
    private static readonly double[] Offsets = [0, 7, -7, 14, -14];

    private sealed record Colors(string Text, string Faint, string Dot, string Back);

    private static readonly Colors Light = new("#1f2328", "#d1d9e0", "#0969da", "#ffffff");
    private static readonly Colors Dark = new("#f0f6fc", "#3d444d", "#4493f8", "#0d1117");

    /// <param name="rows">The ratios of each tool.</param>
    /// <param name="isDark">For dark pages.</param>
    public static string Render(IReadOnlyList<(string Tool, IReadOnlyList<double> Ratios)> rows, bool isDark)
    {
        var colors = isDark ? Dark : Light;
        // A little more than the limit that most ratios have, however good all runs are.
        var axis = Axis.Of([0.94, 1.06, .. rows.SelectMany(row => row.Ratios)], Width - Names - 20);
        var bottom = Top + rows.Count * RowHeight;
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {Width} {bottom + 46}" width="{Width}" height="{bottom + 46}" role="img"
              font-family="system-ui, sans-serif" font-size="13" fill="{colors.Text}">
            <title>Time ratios of two identical methods, one dot for each run</title>
            <rect width="{Width}" height="{bottom + 46}" fill="{colors.Back}"/>
            {Label(Names, 18, "Two identical methods: measured time ratio of each run (true ratio: 1)", "start")}

            """);
        foreach (var tick in axis.Ticks())
            text.AppendLine(Vertical(tick, $"stroke=\"{colors.Faint}\""))
                .AppendLine(Label(Names + axis.At(tick), bottom + 18, string.Create(CultureInfo.InvariantCulture, $"{tick}×"), "middle"));
        text.AppendLine(Vertical(1, $"stroke=\"{colors.Text}\""))
            .AppendLine(Vertical(Limit, $"stroke=\"{colors.Text}\" stroke-dasharray=\"4 4\""))
            .AppendLine(Label(Names + axis.At(Limit), bottom + 36, "limit 1.05×", "middle"));
        var middle = Top - RowHeight / 2;
        foreach (var (tool, ratios) in rows)
        {
            middle += RowHeight;
            text.AppendLine(Label(4, middle - 2, tool, "start")).AppendLine(Label(4, middle + 15, $"{ratios.Count} runs", "start"));
            for (var i = 0; i < ratios.Count; i++)
                text.Append(CultureInfo.InvariantCulture, $"<circle cx=\"{X(ratios[i])}\" cy=\"{middle + Offsets[i % Offsets.Length]}\" ")
                    .AppendLine(CultureInfo.InvariantCulture, $"r=\"4\" fill=\"{colors.Dot}\" fill-opacity=\"0.7\"/>");
        }

        return text.Append("</svg>\n").Replace("\r", "").ToString();

        string Vertical(double ratio, string stroke) => FormattableString.Invariant(
            $"<line x1=\"{X(ratio)}\" x2=\"{X(ratio)}\" y1=\"{Top}\" y2=\"{bottom}\" {stroke}/>");

        static string Label(double x, double y, string label, string anchor) => FormattableString.Invariant(
            $"<text x=\"{Axis.Number(x)}\" y=\"{y}\" text-anchor=\"{anchor}\">{label}</text>");

        string X(double ratio) => Axis.Number(Names + axis.At(ratio));
    }
}
