using HttpPerf.Results;

namespace HttpPerf.Reports.Exports;

/// <summary>The formats of other tools.</summary>
internal static class ExportFormats
{
    /// <summary>Each format's writer by its name.</summary>
    public static IReadOnlyDictionary<string, Func<IReadOnlyList<ResultsDocument>, string>> All { get; } =
        new Dictionary<string, Func<IReadOnlyList<ResultsDocument>, string>>
        {
            ["github-action-benchmark"] = GitHubActionBenchmark.Write,
            ["bencher"] = BencherMetricFormat.Write,
            ["openmetrics"] = OpenMetricsText.Write,
            ["csv"] = CsvTable.Write,
        };

    /// <param name="format">One of <see cref="All"/>.</param>
    /// <param name="suites">The results of each test assembly.</param>
    /// <exception cref="ResultsException">The format can't hold them.</exception>
    public static string Write(string format, IReadOnlyList<ResultsDocument> suites)
    {
        // Each format names a figure by its case.
        var cases = suites.SelectMany(suite => suite.Cases.Select(one => (one.Name, Suite: suite.Tests.Name)));
        if (cases.GroupBy(one => one.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new ResultsException(
                $"{twice.Key} is in {string.Join(" and in ", twice.Select(one => one.Suite))}, so its figures couldn't be told apart. "
                + "Export one file of results at a time.");
        return All[format](suites);
    }
}
