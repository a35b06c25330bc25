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

    private static readonly Column[] Columns =
    [
        Column.OfMethod,
        Column.OfParameters,
        Column.OfVerdict,
        Column.Of("Start", Metric.StartTime, Metric.AgainstStartTime, Metric.StartTimeRatio),
        Column.Of("First response", Metric.FirstResponseTime, Metric.AgainstFirstResponseTime),
        Column.Of("CPU", Metric.StartCpuTime, Metric.AgainstStartCpuTime),
        Column.Of("Allocated", Metric.StartAllocatedBytes, Metric.AgainstStartAllocatedBytes),
        Column.Of("Methods", Metric.StartCompiledMethods, Metric.AgainstStartCompiledMethods),
        Column.Of("Assemblies", Metric.StartAssemblies, Metric.AgainstStartAssemblies),
    ];

    public static string Render(IReadOnlyList<JudgedCase> cases) => Introduction + Column.Render(Columns, cases);
}
