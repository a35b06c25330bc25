using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>Reads from results whether the tests of a run have compared anything. Each of its test projects writes a file.</summary>
/// <param name="folder">The full path of a folder for these files.</param>
internal sealed class ComparisonReport(string folder) : IDisposable
{
    public string Folder { get; } = Directory.CreateDirectory(folder).FullName;

    /// <summary>The exit code of the whole run.</summary>
    /// <param name="tests">The exit code of the tests.</param>
    /// <param name="place">How messages name the earlier build.</param>
    /// <param name="properties">The properties that it was built with.</param>
    /// <exception cref="ToolException">Nothing was compared, and no benchmark has failed for any other reason.</exception>
    /// <exception cref="ResultsException">The results can't be read.</exception>
    public int Judge(int tests, string place, BuildProperties properties)
    {
        var groups = Directory.GetFiles(Folder, "*.json").Order(StringComparer.Ordinal)
            .SelectMany(file => ResultsFile.Read(file).Groups).ToList();
        var cases = groups.SelectMany(group => group.Cases).ToList();
        var hasFailed = cases.Exists(HasFailed);
        if (tests != 0 && !hasFailed && cases.LastOrDefault(c => c.EarlierFault is not null) is { EarlierFault: { } fault })
            throw new ToolException(fault);
        if (hasFailed || cases.Exists(IsCompared) || groups.Exists(group => group.NotMeasured == NotMeasured.Dry))
            return tests;
        throw new ToolException(groups.Exists(group => group.NotMeasured == NotMeasured.Identical)
            ? $"Nothing was compared: the build of {place} is identical to today's. Nothing that the tests load depends on "
                + $"{string.Join(" or ", properties.Names)}: check that a project uses a property of that name, with another value."
            : groups.Count > 0
                ? $"Nothing was compared: {place} has none of the benchmarks that ran."
                : $"Nothing was compared with {place}, because no benchmark ran. Check that the project has benchmarks as tests, and that "
                    + "the filter selects some.");
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    /// <summary>Whether it has failed in today's build, whatever the earlier one does.</summary>
    private static bool HasFailed(CaseResults of) =>
        of.Verdict is CaseVerdict.Failed or CaseVerdict.NoLimit || of is { Verdict: CaseVerdict.Invalid, EarlierFault: null };

    private static bool IsCompared(CaseResults of) => of.Metrics.Keys.Any(name => Metric.Find(name) is { IsAgainst: true });
}
