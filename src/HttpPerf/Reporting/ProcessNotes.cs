using HttpPerf.Judging.Comparing;

namespace HttpPerf.Reporting;

/// <summary>A note on how much processes differed, where several have measured the same.</summary>
internal static class ProcessNotes
{
    private const int MinProcesses = 2;

    /// <summary>One sentence; none if every figure is of one process.</summary>
    public static IEnumerable<string> Write(GroupComparison group)
    {
        var spreads = from comparison in @group.Cases
                      from figure in comparison.Processes
                      where figure.Value.Count >= MinProcesses && figure.Key.Unit is Unit.Ratio or Unit.Bytes
                      group $"{comparison.Case.Method} {Spread(figure.Key, figure.Value)}" by figure.Value.Count;
        return spreads.Select(of => $"Between {of.Key} processes: {string.Join(", ", of)}.");
    }

    private static string Spread(Metric metric, IReadOnlyList<double> values)
    {
        if (metric.Unit == Unit.Bytes)
            return $"{Figures.Show(metric, values.Min())} to {Figures.Show(metric, values.Max())}";
        var logarithms = values.Select(value => Math.Log(value)).ToArray();
        var mean = logarithms.Average();
        var deviation = Math.Sqrt(logarithms.Sum(l => (l - mean) * (l - mean)) / (logarithms.Length - 1));
        return $"{Figures.Percent(deviation)} (standard deviation of {(metric.IsAgainst ? "its ratio to the earlier build" : metric.Key)})";
    }
}
