using HttpPerf.Judging.Limits;
using HttpPerf.Model;

namespace HttpPerf.Thresholds;

/// <summary>The limits that a <c>thresholds.json</c> sets, and the settings under which they are judged.</summary>
internal sealed class ThresholdFile(string path, IReadOnlyList<ThresholdEntry> entries, Settings? settings = null)
{
    /// <summary>The file's full path.</summary>
    public string Path => path;

    /// <summary>The hash of the file's content, in hexadecimal.</summary>
    public string Sha256 { get; init; } = "";

    /// <summary>Where limits were measured, as comments say, by line.</summary>
    public IReadOnlyDictionary<int, LimitOrigin> Origins { get; init; } = new Dictionary<int, LimitOrigin>();

    public IReadOnlyList<ThresholdEntry> Entries => entries;

    /// <summary>Full paths of files with other limits that are farther from the project, and therefore don't apply.</summary>
    public IReadOnlyList<string> Farther { get; set; } = [];

    /// <summary>The file's settings, overridden by the environment's.</summary>
    public Settings Settings { get; } = settings ?? Settings.Default;

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

    /// <summary>Checks the entries against all benchmark cases, before anything is measured.</summary>
    /// <param name="allCases">Every case of the test assembly.</param>
    /// <param name="unreadable">Names of cases whose class has an error, where * matches anything; entries may name them.</param>
    /// <exception cref="ThresholdsException">An entry or limit can't apply. The message lists all of them.</exception>
    public void Check(IReadOnlyList<CaseId> allCases, params IReadOnlyList<string> unreadable)
    {
        var problems = new ProblemList(path);
        foreach (var entry in entries.Where(e => !unreadable.Any(pattern => Glob.Matches(pattern, e.Pattern))))
            EntryCheck.Check(entry, allCases, problems);

        // A tie between two limits shows in every case that both match, but is one problem.
        foreach (var tie in allCases.SelectMany(id => new LimitChoice(entries, id).Ties).DistinctBy(tie => (tie.First, tie.Second)))
            problems.Add(tie.At, tie.Message);
        problems.ThrowIfAny();
    }
}
