using HttpPerf.Comparing;

namespace HttpPerf.Reporting;

/// <summary>How reports and messages describe what several processes measured.</summary>
internal static class FreshProcesses
{
    /// <summary>The line of the group's report.</summary>
    public static string Describe(GroupComparison comparison, int processes, TimeSpan taken)
    {
        var cases = comparison.Cases.Where(c => c.Processes.Count + c.Ranges.Count > 0).Select(c => c.Case.Method);
        return $"Measured again in {processes} fresh processes, in {taken.TotalSeconds:0.0} s: {string.Join(", ", cases)}.";
    }

    /// <summary>What each process measured, as part of a sentence.</summary>
    public static string List(Metric metric, IReadOnlyList<double> values) =>
        $"{values.Count} processes: {string.Join(", ", values.Select(value => Figures.Show(metric, value)))}";
}
