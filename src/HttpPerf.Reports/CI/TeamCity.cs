using System.Globalization;
using System.Text;
using HttpPerf.Results;

namespace HttpPerf.Reports.CI;

/// <summary>Service messages of TeamCity.</summary>
/// <remarks>As documented: https://www.jetbrains.com/help/teamcity/service-messages.html</remarks>
internal static class TeamCity
{
    /// <summary>A statistic with more digits is refused.</summary>
    private const double Largest = 1e13;

    private static readonly string[] AlwaysShown =
        [Metric.MedianTime.Name, Metric.TimeRatio.Name, Metric.AllocatedBytes.Name, Metric.ServerAllocatedBytes.Name];

    /// <summary>Statistics of the build, for its charts, and the same as metadata of tests.</summary>
    public static IEnumerable<string> Write(ResultsDocument results)
    {
        foreach (var measured in results.Cases)
        {
            foreach (var (metric, figure) in measured.Metrics.Where(m => IsShown(measured, m.Key) && Math.Abs(m.Value.Value) < Largest))
            {
                var value = Math.Round(figure.Value, 4).ToString("0.####", CultureInfo.InvariantCulture);
                yield return $"##teamcity[buildStatisticValue key='{Escape($"{measured.Name} {metric}")}' value='{value}']";
                yield return $"##teamcity[testMetadata testName='{Escape(measured.Name)}' name='{Escape(metric)}' type='number' "
                    + $"value='{value}']";
            }
        }
    }

    /// <summary>A build keeps every statistic for good, and most counters say nothing.</summary>
    private static bool IsShown(CaseResults measured, string metric) =>
        AlwaysShown.Contains(metric) || measured.FindLimit(metric) is not null;

    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var c in text)
            escaped.Append(c switch
            {
                '\n' => "|n",
                '\r' => "|r",
                '|' or '\'' or '[' or ']' => $"|{c}",
                > '\u007f' => $"|0x{(int)c:x4}",
                _ => $"{c}",
            });
        return escaped.ToString();
    }
}
