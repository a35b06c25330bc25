namespace HttpPerf.GateQuality.Evidence;

/// <summary>The parts of pages, and the pictures, that are made from recorded runs.</summary>
internal static class Pages
{
    public const string Begin = "<!-- Made by: dotnet run --project bench/GateQuality -- --evidence report -->";
    public const string End = "<!-- End of what is made -->";

    private const string Readme = "README.md";
    private const string Page = "docs/gate-quality.md";
    private const string Picture = "docs/images/twins";

    public static void Write(string repository)
    {
        foreach (var (path, text) in Render(repository))
        {
            var file = Path.Combine(repository, path);
            if (text is null)
                File.Delete(file);
            else
                File.WriteAllText(file, text);
        }
    }

    /// <summary>The content that each file should have; null if it shouldn't be there.</summary>
    public static IReadOnlyDictionary<string, string?> Render(string repository)
    {
        var results = Path.Combine(repository, EvidenceCommand.Results);
        var file = EvidenceFile.ReadAll(results);
        foreach (var interrupted in file.Interrupted)
            Console.Error.WriteLine(interrupted);
        var frozen = Source.ReadFrozen(results);
        var runs = RecordedRun.Of(file.Lines, frozen);
        var plot = runs.GroupBy(run => run.First.Subject)
            .Select(of => (of.Key, (IReadOnlyList<double>)[.. Rates.TwinRatios(of)]))
            .Where(row => row.Item2.Count > 0)
            .OrderByDescending(row => row.Key, StringComparer.Ordinal)
            .ToList();
        return new Dictionary<string, string?>
        {
            [Readme] = Replace(Read(Readme), $"{Summary.Render(runs, frozen)}{Show("")}"),
            [Page] = Replace(Read(Page), $"{Rates.Render(runs, frozen)}{Show("../")}"),
            [$"{Picture}-light.svg"] = plot.Count == 0 ? null : StripPlot.Render(plot, isDark: false),
            [$"{Picture}-dark.svg"] = plot.Count == 0 ? null : StripPlot.Render(plot, isDark: true),
        };

        string Read(string path) => File.ReadAllText(Path.Combine(repository, path));

        string Show(string up) => plot.Count == 0 ? "" : $"""

            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="{up}{Picture}-dark.svg">
              <img src="{up}{Picture}-light.svg" alt="Time ratios of two identical methods, a dot for each run of each tool">
            </picture>

            """;
    }

    /// <exception cref="FormatException">The markers aren't there.</exception>
    public static string Replace(string page, string part)
    {
        var (begin, end) = (page.IndexOf(Begin, StringComparison.Ordinal), page.IndexOf(End, StringComparison.Ordinal));
        return begin >= 0 && end > begin
            ? $"{page[..begin]}{Begin}\n\n{part}\n{page[end..]}"
            : throw new FormatException($"A page lacks the lines \"{Begin}\" and \"{End}\", in this order.");
    }
}
