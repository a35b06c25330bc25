using System.Text;
using HttpPerf.Judging;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Reporting;

/// <summary>The report that every test of a group writes to its output.</summary>
internal static class GroupReport
{
    public static string Render(string group, IReadOnlyList<JudgedCase> cases, IEnumerable<string> notes)
    {
        var text = new StringBuilder().Append(group).Append("\n\n").Append(Table(cases)).Append('\n');
        if (CounterTable.Render(cases) is { Length: > 0 } counters)
            text.Append(counters).Append('\n');
        foreach (var note in notes)
            text.Append(note).Append('\n');
        return Quotation.Show(text.ToString());
    }

    private static string Table(IReadOnlyList<JudgedCase> cases) =>
        cases.Any(c => c.Comparison?.Starts is not null) ? StartTable.Render(cases) : GroupTable.Render(cases);
}
