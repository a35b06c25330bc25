using System.Globalization;
using System.Text;

namespace HttpPerf.GateQuality;

/// <summary>A markdown table.</summary>
internal sealed class Table(params IReadOnlyList<string> columns)
{
    private readonly List<IReadOnlyList<string>> _rows = [];

    public void Add(params IReadOnlyList<string> cells) => _rows.Add(cells);

    /// <summary>Writes nothing where there are no rows.</summary>
    public void Write(StringBuilder text, string heading, string explanation, int level = 2)
    {
        if (_rows.Count == 0)
            return;
        text.Append(CultureInfo.InvariantCulture, $"\n{new string('#', level)} {heading}\n\n{explanation}\n\n");
        Write(text);
    }

    /// <summary>The rows alone.</summary>
    public void Write(StringBuilder text)
    {
        text.Append(CultureInfo.InvariantCulture, $"{Line(columns)}|{string.Concat(columns.Select(_ => "---|"))}\n");
        foreach (var row in _rows)
            text.Append(Line(row));
    }

    private static string Line(IReadOnlyList<string> cells) => $"| {string.Join(" | ", cells)} |\n";
}
