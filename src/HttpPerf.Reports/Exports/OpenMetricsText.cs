using HttpPerf.Results;

namespace HttpPerf.Reports.Exports;

/// <summary>
/// The text format of OpenMetrics 1.0, in base units: a gauge for each metric, and one for each end of its interval. A counter's name is a
/// label, because it is no name of a family.
/// </summary>
internal static class OpenMetricsText
{
    public static string Write(IReadOnlyList<ResultsDocument> suites) =>
        // A family's samples must be together.
        string.Concat(ExportedFigure.Relevant(suites).SelectMany(Samples).GroupBy(sample => sample.Family).SelectMany(Lines)) + "# EOF\n";

    private static IEnumerable<string> Lines(IGrouping<Family, Sample> family)
    {
        var (name, unit, help) = family.Key;
        return
        [
            $"# TYPE {name} gauge\n",
            unit.Length > 0 ? $"# UNIT {name} {unit}\n" : "",
            $"# HELP {name} {help}\n",
            .. family.Select(sample => $"{name}{{{sample.Labels}}} {ExportedFigure.Text(sample.Value).ToLowerInvariant()}\n"),
        ];
    }

    private static IEnumerable<Sample> Samples(ExportedFigure figure)
    {
        var unit = BaseUnit(figure.Known?.Unit);
        var divisor = figure.Known?.Unit == Unit.Nanoseconds ? 1e9 : 1;
        var (name, label) = Name(figure);
        var (one, labels) = (figure.Case, new List<(string Name, string Value)>());
        labels.AddRange([("case", one.Name), ("class", one.Class), ("method", one.Method), ("parameters", one.Parameters)]);
        labels.Add(("group", figure.Group.Name));
        if (label is { } distinguishing)
            labels.Add(distinguishing);
        var written = string.Join(',', labels.Select(pair => $"{pair.Name}=\"{Escape(pair.Value)}\""));

        (string End, string Of, double? Value)[] values =
        [
            ("", "", figure.Figure.Value),
            ("_lower", "lower end of the interval of ", figure.Figure.Lower),
            ("_upper", "upper end of the interval of ", figure.Figure.Upper),
        ];
        return
            from value in values
            where value.Value.HasValue
            // The unit has to be the end of the name.
            let family = $"httpperf_{name}{value.End}{(unit.Length > 0 ? $"_{unit}" : "")}"
            select new Sample(new(family, unit, $"HttpPerf: {value.Of}{Help(figure)}"), written, value.Value.GetValueOrDefault() / divisor);
    }

    private static (string Name, (string, string)? Label) Name(ExportedFigure figure)
    {
        return figure.Known switch
        {
            null => ("other", ("metric", figure.Metric)),
            { Selection: not null, IsAgainst: true, Key: var key } => ("against_counter_per_operation", ("counter", key)),
            { Selection: not null, Unit: Unit.PerSecond, Key: var key } => ("counter_per_second", ("counter", key)),
            { Selection: not null, Key: var key } => ("counter_per_operation", ("counter", key)),
            _ => (string.Join('_', MetricWords.Of(figure.Metric).Where(word => word is not ("bytes" or "ratio"))), null),
        };
    }

    private static string BaseUnit(Unit? unit) => unit switch
    {
        Unit.Nanoseconds => "seconds",
        Unit.Bytes => "bytes",
        Unit.Ratio => "ratio",
        _ => "",
    };

    private static string Help(ExportedFigure figure)
    {
        var what = figure.Known is null ? "another metric" : figure.Known.Selection is not null ? "a counter" : figure.Metric;
        return figure.Known?.Unit switch
        {
            Unit.Nanoseconds or Unit.Bytes or Unit.PerOperation or Unit.RoundTrips => $"{what} per operation",
            Unit.PerThousandOperations => $"{what} per 1000 operations",
            Unit.PerSecond when figure.Known?.Selection is not null => $"{what} per second",
            _ => what,
        };
    }

    /// <summary>The format has no carriage returns.</summary>
    private static string Escape(string text) => text
        .Replace("\r\n", "\n", StringComparison.Ordinal)
        .Replace('\r', '\n')
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal);

    private sealed record Family(string Name, string Unit, string Help);

    private sealed record Sample(Family Family, string Labels, double Value);
}
