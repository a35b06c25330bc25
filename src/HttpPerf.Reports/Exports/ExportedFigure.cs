using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Results;

namespace HttpPerf.Reports.Exports;

/// <summary>A figure, with all that names it.</summary>
internal sealed record ExportedFigure(ResultsDocument Results, GroupResults Group, CaseResults Case, string Metric, Figure Figure)
{
    /// <summary>Names stay readable, and unknown values are left out.</summary>
    public static readonly JsonSerializerOptions Json = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    /// <summary>The metric; null if this version doesn't know it.</summary>
    public Metric? Known { get; } = HttpPerf.Metric.Find(Metric);

    /// <summary>The metric's limit; null if it has none.</summary>
    public LimitResults? Limit { get; } = Case.FindLimit(Metric);

    /// <summary>In the order of the run.</summary>
    public static IEnumerable<ExportedFigure> All(IEnumerable<ResultsDocument> suites) =>
        from suite in suites
        from @group in suite.Groups
        from one in @group.Cases
        from metric in one.Metrics
        select new ExportedFigure(suite, @group, one, metric.Key, metric.Value);

    /// <summary>All, but of the counters only those with limits: a case has about a hundred that nobody asked for.</summary>
    public static IEnumerable<ExportedFigure> Relevant(IEnumerable<ResultsDocument> suites) =>
        All(suites).Where(figure => figure.Known is not { Selection: not null } || figure.Limit is not null);

    /// <summary>The shortest text that reads back as the same number, in every culture.</summary>
    public static string Text(double number) => number.ToString("R", CultureInfo.InvariantCulture);
}
