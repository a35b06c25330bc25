using HttpPerf.Running;

namespace HttpPerf.Thresholds;

/// <summary>The limits that a <c>thresholds.json</c> sets.</summary>
internal sealed class ThresholdFile(string path, IReadOnlyList<ThresholdEntry> entries)
{
    /// <summary>The file's full path.</summary>
    public string Path => path;

    public IReadOnlyList<ThresholdEntry> Entries => entries;

    /// <exception cref="ThresholdsException">The file can't be opened, or something in it is wrong.</exception>
    public static ThresholdFile Load(string path)
    {
        try
        {
            return Parse(path, File.ReadAllBytes(path));
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            const string Advice = "Make it readable for the user that runs the tests.";
            throw new ThresholdsException($"{path} can't be read: {problem.Message} {Advice}", problem);
        }
    }

    /// <exception cref="ThresholdsException">Something in the text is wrong.</exception>
    public static ThresholdFile Parse(string path, ReadOnlyMemory<byte> text) => new(path, new ThresholdReader(path, text).Read());

    /// <summary>The limits of a case, at most one for each metric; none if no entry matches it.</summary>
    /// <exception cref="ThresholdsException">Two entries match the case equally well and limit the same metric.</exception>
    public IReadOnlyList<Limit> For(CaseId id)
    {
        var problems = new ProblemList(path);
        var limits = new LimitChoice(entries, id);
        foreach (var tie in limits.Ties)
            problems.Add(tie.At, tie.Message);
        problems.ThrowIfAny();
        return limits.Chosen;
    }

    /// <summary>Checks the entries against every benchmark case there is, before anything is measured.</summary>
    /// <param name="allCases">The cases.</param>
    /// <param name="unreadable">Classes whose cases can't be read, so that nothing is known about entries that begin with their names.</param>
    /// <exception cref="ThresholdsException">Some entry or limit can't do what it says; the message holds all of them.</exception>
    public void Check(IReadOnlyList<CaseId> allCases, IReadOnlyList<string>? unreadable = null)
    {
        var problems = new ProblemList(path);
        foreach (var entry in entries.Where(e => unreadable?.Any(name => e.Pattern.StartsWith($"{name}.", StringComparison.Ordinal)) is not true))
            EntryCheck.Check(entry, allCases, problems);

        // A tie between two limits shows in every case that both match, and is one problem.
        foreach (var tie in allCases.SelectMany(id => new LimitChoice(entries, id).Ties).DistinctBy(tie => (tie.First, tie.Second)))
            problems.Add(tie.At, tie.Message);
        problems.ThrowIfAny();
    }
}
