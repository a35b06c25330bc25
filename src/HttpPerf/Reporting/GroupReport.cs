using System.Text;
using HttpPerf.Comparing;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>What the output of every test of a group shows.</summary>
internal static class GroupReport
{
    public static string Render(
        string group, IEnumerable<(string Name, CaseComparison? Comparison, Verdict Verdict)> cases, IEnumerable<string> notes)
    {
        var all = cases.ToList();
        var text = new StringBuilder().Append(group).Append("\n\n").Append(GroupTable.Render(all)).Append('\n');
        if (CounterTable.Render(all) is { Length: > 0 } counters)
            text.Append(counters).Append('\n');
        foreach (var note in notes)
            text.Append(note).Append('\n');
        return text.ToString();
    }
}
