using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tables;

/// <summary>A table that others have published, repeated here.</summary>
/// <param name="Name">What <c>--table</c> and the files call it.</param>
/// <param name="Heading">Its title.</param>
/// <param name="Explanation">What the figures are.</param>
/// <param name="Rows">How rows are made of rounds.</param>
/// <param name="Columns">What the rows show.</param>
/// <param name="Sections">Each is measured by itself.</param>
internal sealed record PublishedTable(
    string Name, string Heading, string Explanation, Rows Rows, IReadOnlyList<Column> Columns, IReadOnlyList<Section> Sections)
{
    /// <summary>Measures all sections, one after the other.</summary>
    public async Task<TableResults> Measure(Plan plan, Action<string> report, CancellationToken cancellation)
    {
        var machine = Machine.Describe();
        var rounds = new InterleavedRounds(plan, Random.Shared, report);
        var results = new List<SectionResults>();
        foreach (var section in Sections)
        {
            report($"{section.Title}: {plan.Rounds} rounds of {section.Subjects.Count} times {plan.Run.TotalSeconds:0.###} s");
            results.Add(new(section.Title, Rows.Of(await rounds.Measure(section.Subjects, cancellation))));
        }

        return new(this, plan, machine with { LoadAverageAfter = Machine.LoadAverage() }, results);
    }
}

/// <param name="Title">What its subjects have in common, e.g. <c>64 connections</c>.</param>
/// <param name="Subjects">What is measured in the same rounds.</param>
internal sealed record Section(string Title, IReadOnlyList<Subject> Subjects);
