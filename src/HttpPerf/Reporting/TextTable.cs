using System.Text;

namespace HttpPerf.Reporting;

/// <summary>Aligns cells in columns, as markdown writes tables.</summary>
internal static class TextTable
{
    /// <param name="rows">The headers first; all of one length.</param>
    /// <param name="isText">Which columns hold words, and so are aligned at their left.</param>
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
