using System.Globalization;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Reports.Html;

/// <summary>A table that is shown when somebody opens it.</summary>
/// <param name="Title">Its title.</param>
/// <param name="Rows">Its cells. The first row has the headings.</param>
internal sealed record FoldedTable(string Title, IReadOnlyList<string[]> Rows)
{
    /// <summary>
    /// Cells with tabs between them. Thousands of cases would have a million elements, with which no document opens in a second; so the
    /// page's script makes a table of the text when it is opened.
    /// </summary>
    public string Text => string.Join('\n', Rows.Select(row => string.Join('\t', row.Select(VisibleText.Line))));
}

/// <summary>All figures of a group as tables.</summary>
internal static class GroupTables
{
    private static readonly double[] Quantiles = [0.05, 0.25, 0.5, 0.75, 0.95];

    public static IEnumerable<FoldedTable> Of(GroupResults group) =>
        new[] { Figures(group), Counters(group), Rounds(group) }.Where(table => table.Rows.Count > 1);

    private static FoldedTable Figures(GroupResults group) => new(
        "All figures and limits",
        [
            ["Case", "Metric", "Value", "Interval", "Limit", "Place", "Would have found", "In processes"],
            .. group.Cases.SelectMany(measured => FirstCall(measured).Concat(measured.Metrics
                .Where(m => !IsCounter(m.Key) || measured.FindLimit(m.Key) is not null)
                .Select(m => Describe(measured, m.Key, m.Value)))),
        ]);

    private static IEnumerable<string[]> FirstCall(CaseResults measured) => measured.FirstCall is { } first
        ? [[Words.NameOf(measured), "first call", Words.Number(Metric.MedianTime, first), "", "", "", "", ""]]
        : [];

    private static string[] Describe(CaseResults measured, string metric, Figure figure)
    {
        var limit = measured.FindLimit(metric);
        return
        [
            Words.NameOf(measured),
            metric,
            figure.Text,
            FigureText.Interval(figure, Metric.Find(metric)?.Unit),
            limit is null ? "" : limit.IsBroken ? $"broken: {limit.Text}" : limit.Text,
            limit is null ? "" : limit.Line > 0 ? FormattableString.Invariant($"line {limit.Line}") : "default",
            limit?.DetectableChange is { } finds ? Words.Percent(finds) : "",
            string.Join(" ", (figure.Processes ?? []).Select(value => Words.Number(metric, value))),
        ];
    }

    private static FoldedTable Counters(GroupResults group) => new(
        "Counters, per operation",
        [
            ["Counter", .. group.Cases.Select(Words.NameOf)],
            .. group.Cases.SelectMany(c => c.Metrics.Where(m => IsCounter(m.Key) && m.Value.Value != 0)).Select(m => m.Key)
                .Distinct().Order(StringComparer.Ordinal)
                .Select(counter => (string[])
                [
                    Metric.Find(counter)!.Key,
                    .. group.Cases.Select(measured => measured.Metrics.GetValueOrDefault(counter)?.Text ?? ""),
                ]),
        ]);

    private static FoldedTable Rounds(GroupResults group) => new(
        "Rounds",
        [
            ["Case", "Metric", "Epochs", "Rounds", .. Quantiles.Select(part => part.ToString("0 %", CultureInfo.InvariantCulture))],
            .. group.Cases.Where(c => c.Rounds is not null).Select(measured =>
            {
                var (rounds, plot) = (measured.Rounds!, new RoundsPlot(measured.Rounds!));
                return (string[])
                [
                    Words.NameOf(measured),
                    rounds.Metric,
                    rounds.Epochs.Count.ToString(CultureInfo.InvariantCulture),
                    plot.Count.ToString(CultureInfo.InvariantCulture),
                    .. Quantiles.Select(part => Words.Number(rounds.Metric, plot.Quantile(part))),
                ];
            }),
        ]);

    private static bool IsCounter(string metric) =>
        Metric.Find(metric) is { Selection: not null, IsAgainst: false, Unit: Unit.PerOperation };
}
