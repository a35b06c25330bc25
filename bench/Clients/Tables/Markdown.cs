using System.Globalization;
using System.Text;

namespace HttpPerf.Clients.Tables;

/// <summary>Writes results as markdown that can be read on a console, too. Pure.</summary>
internal static class Markdown
{
    public static string Render(TableResults results)
    {
        var (table, plan, machine) = (results.Table, results.Plan, results.Machine);
        var text = new StringBuilder(string.Create(
            CultureInfo.InvariantCulture,
            $"""
            # {table.Heading}

            {table.Explanation}

            {plan.Rounds} rounds of {plan.Run.TotalSeconds:0.###} s each, in random order; intervals {100 * (1 - Rows.ErrorRate):0} %.
            {machine}

            """));
        foreach (var section in results.Sections)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n## {section.Title}\n\n");
            Render(text, table.Columns, section.Rows);
            Notes(text, section.Rows);
        }

        return text.ToString();
    }

    private static void Render(StringBuilder text, IReadOnlyList<Column> columns, IReadOnlyList<Row> rows)
    {
        string[][] cells = [.. rows.Select(row => columns.Select(column => column.Cell(row) ?? "–").ToArray())];
        var widths = columns.Select((column, i) => cells.Max(row => row[i].Length, column.Header.Length)).ToArray();
        Line(columns.Select((column, i) => Pad(column.Header, i)));
        Line(columns.Select((column, i) => column.IsNumber ? $"{new string('-', widths[i] - 1)}:" : new string('-', widths[i])));
        foreach (var row in cells)
            Line(row.Select(Pad));

        string Pad(string cell, int i) => columns[i].IsNumber ? cell.PadLeft(widths[i]) : cell.PadRight(widths[i]);

        void Line(IEnumerable<string> line) => text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", line)} |\n");
    }

    private static int Max(this string[][] rows, Func<string[], int> width, int least) => rows.Select(width).Append(least).Max();

    private static void Notes(StringBuilder text, IReadOnlyList<Row> rows)
    {
        var notes = rows.Where(row => row.Note is not null).ToList();
        if (notes.Count == 0)
            return;
        text.Append('\n');
        foreach (var row in notes)
            text.Append(
                CultureInfo.InvariantCulture,
                $"- **{row.Measured.Subject.Name}** {(row.Measured.Failure is null ? "is not installed" : "failed")}: {row.Note}\n");
    }
}
