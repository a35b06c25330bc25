using HttpPerf.Running;

namespace HttpPerf.Thresholds;

/// <summary>The limits that a <c>thresholds.json</c> sets, and the settings under which they are judged.</summary>
internal sealed class ThresholdFile(string path, IReadOnlyList<ThresholdEntry> entries, Settings? settings = null)
{
    /// <summary>The file's full path.</summary>
    public string Path => path;

    public IReadOnlyList<ThresholdEntry> Entries => entries;

    /// <summary>The file's settings, overridden by the environment's.</summary>
    public Settings Settings { get; } = settings ?? Settings.Default;

    /// <param name="path">The file's full path.</param>
    /// <param name="environment">The library's environment variables; by default none.</param>
    /// <exception cref="ThresholdsException">The file can't be opened, or something in it or in the environment is wrong.</exception>
    public static ThresholdFile Load(string path, IReadOnlyDictionary<string, string>? environment = null)
    {
        try
        {
            return Parse(path, File.ReadAllBytes(path), environment);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            const string Advice = "Make it readable for the user that runs the tests.";
            throw new ThresholdsException($"{path} can't be read: {problem.Message} {Advice}", problem);
        }
    }

    /// <exception cref="ThresholdsException">Something in the text or in the environment is wrong.</exception>
    public static ThresholdFile Parse(string path, ReadOnlyMemory<byte> text, IReadOnlyDictionary<string, string>? environment = null) =>
        new ThresholdReader(path, text).Read(environment ?? Variables.None);

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
    /// <param name="allCases">Every case of the test assembly.</param>
    /// <param name="missing">What the assembly says of cases that it doesn't have.</param>
    /// <exception cref="ThresholdsException">Some entry or limit can't do what it says; the message holds all of them.</exception>
    /// <exception cref="BenchmarkDeclarationException">A case is there that the assembly says is missing.</exception>
    public void Check(IReadOnlyList<CaseId> allCases, params IReadOnlyList<MissingBenchmarks> missing)
    {
        RefuseDenial(allCases, missing);
        var problems = new ProblemList(path);
        foreach (var entry in entries.Where(e => !missing.Any(m => Glob.Matches(m.Pattern, e.Pattern))))
            EntryCheck.Check(entry, allCases, problems);

        // A tie between two limits shows in every case that both match, and is one problem.
        foreach (var tie in allCases.SelectMany(id => new LimitChoice(entries, id).Ties).DistinctBy(tie => (tie.First, tie.Second)))
            problems.Add(tie.At, tie.Message);
        problems.ThrowIfAny();
    }

    // Otherwise the attribute could outlive its reason, and hide that an entry's name has become wrong.
    private static void RefuseDenial(IReadOnlyList<CaseId> allCases, IReadOnlyList<MissingBenchmarks> missing)
    {
        foreach (var denial in missing)
            if (allCases.FirstOrDefault(id => Glob.Matches(denial.Pattern, id.Name)) is { } present)
                throw new BenchmarkDeclarationException(
                    $"[assembly: MissingBenchmarks({Wording.Quote(denial.Pattern)}, …)] says: {denial.Reason} But {present} is there. " +
                    "Remove the attribute, or make its pattern match only what is missing.");
    }
}
