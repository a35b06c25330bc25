using System.Text;

namespace HttpPerf.Reporting;

/// <summary>Formats a Markdown table with aligned columns.</summary>
internal static class TextTable
{
    /// <param name="rows">The header row first; all rows have the same length.</param>
    /// <param name="isText">Returns whether a column holds text and is left-aligned.</param>
    public static string Render(IReadOnlyList<string[]> rows, Func<int, bool> isText)
    {
        var widths = rows[0].Select((_, column) => rows.Max(row => row[column].Length)).ToArray();
        var text = new StringBuilder();
        AppendRow(rows[0], ' ');
        AppendRow([.. widths.Select(width => new string('-', width))], '-');
        foreach (var row in rows.Skip(1))
            AppendRow(row, ' ');
        return text.ToString();

        void AppendRow(string[] cells, char padding)
        {
            for (var column = 0; column < cells.Length; column++)
            {
                var (cell, width) = (cells[column], widths[column]);
                cell = isText(column) ? cell.PadRight(width, padding) : cell.PadLeft(width, padding);
                text.Append(column == 0 ? "| " : " | ").Append(cell);
            }

            text.Append(" |\n");
        }
    }
}
