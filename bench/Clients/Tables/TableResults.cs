namespace HttpPerf.Clients.Tables;

/// <summary>All that a run of this program has measured.</summary>
internal sealed record TableResults(
    PublishedTable Table, Measuring.Plan Plan, Machine Machine, IReadOnlyList<SectionResults> Sections)
{
    /// <summary>Whether a client that is installed has no figures.</summary>
    public bool HasFailures => Sections.Any(section => section.Rows.Any(row => row.Measured.Failure is not null));

    /// <exception cref="IOException">They can't be written there.</exception>
    public void Write(string folder)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, $"{Table.Name}.md"), Markdown.Render(this));
        File.WriteAllText(Path.Combine(folder, $"{Table.Name}.json"), JsonResults.Render(this));
    }
}

internal sealed record SectionResults(string Title, IReadOnlyList<Row> Rows);
