using HttpPerf.Judging;

namespace HttpPerf.Reporting;

/// <summary>The table of a group of starts.</summary>
internal static class StartTable
{
    /// <summary>In a comparison, nobody has asked for it.</summary>
    private const string Introduction = """
        How the API's process starts, until it listens and until its first response. A comparison measures that too, if the API's files
        have changed.


        """;

    private static readonly (string Header, Metric Metric, Func<Estimate, string> Show)[] Columns =
    [
        ("Start", Metric.StartTime, e => Figures.Time(e.Value)),
        ("Interval", Metric.StartTime, e => $"{Figures.Time(e.Lower)}…{Figures.Time(e.Upper)}"),
        ("Ratio", Metric.StartTimeRatio, e => Figures.Ratio(e.Value)),
        ("First response", Metric.FirstResponseTime, e => Figures.Time(e.Value)),
        ("CPU", Metric.StartCpuTime, e => Figures.Time(e.Value)),
        ("Methods", Metric.StartCompiledMethods, e => Figures.Number(e.Value, "#,0")),
        ("Assemblies", Metric.StartAssemblies, e => Figures.Number(e.Value, "#,0")),
        ("Allocated", Metric.StartAllocatedBytes, e => $"{Figures.Number(e.Value, "#,0")} B"),
        ("Start since", Metric.AgainstStartTime, e => Figures.Ratio(e.Value)),
        ("Response since", Metric.AgainstFirstResponseTime, e => Figures.Ratio(e.Value)),
        ("CPU since", Metric.AgainstStartCpuTime, e => Figures.Ratio(e.Value)),
        ("Methods since", Metric.AgainstStartCompiledMethods, Growth),
        ("Assemblies since", Metric.AgainstStartAssemblies, Growth),
        ("Bytes since", Metric.AgainstStartAllocatedBytes, e => $"{Growth(e)} B"),
    ];

    public static string Render(IReadOnlyList<JudgedCase> cases)
    {
        var columns = Columns.Where(c => cases.Any(judged => judged.Comparison?.Measured.ContainsKey(c.Metric) == true)).ToList();
        string[][] rows =
        [
            ["Method", "Parameters", .. columns.Select(column => column.Header), "Verdict"],
            .. cases.Select(judged => (string[])
            [
                judged.Case.Method,
                judged.Case.Parameters,
                .. columns.Select(column => judged.Comparison?.Find(column.Metric) is { } measured ? column.Show(measured) : "-"),
                GroupTable.Word(judged.Verdict),
            ]),
        ];
        return Introduction + TextTable.Render(rows, isText: column => column is 0 or 1 || column == rows[0].Length - 1);
    }

    private static string Growth(Estimate e) => Figures.Number(e.Value, "+#,0.#;-#,0.#;+0");
}
