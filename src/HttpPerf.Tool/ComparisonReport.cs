namespace HttpPerf.Tool;

/// <summary>Reads from files whether the tests of a run have compared anything. Any of its test projects may write them.</summary>
/// <param name="file">How the full paths of all of them start.</param>
internal sealed class ComparisonReport(string file) : IDisposable
{
    /// <summary>The file for why something could not be compared. Whatever else is said has a file with an ending of its own.</summary>
    public string FaultFile { get; } = file;

    /// <summary>The exit code of the whole run.</summary>
    /// <param name="tests">The exit code of the tests.</param>
    /// <param name="place">How messages name the earlier build.</param>
    /// <param name="properties">What it was built with.</param>
    /// <exception cref="ToolException">Nothing was compared, and no benchmark has failed for any other reason.</exception>
    public int Judge(int tests, string place, BuildProperties properties)
    {
        if (tests != 0 && File.Exists(FaultFile) && !Says("failed"))
            throw new ToolException(File.ReadAllText(FaultFile));
        if (Says("compared") || Says("failed") || Says("dry"))
            return tests;
        throw new ToolException(Says("identical")
            ? $"Nothing was compared: the build of {place} is identical with today's. Nothing that the tests load depends on "
                + $"{string.Join(" or ", properties.Names)}: see that the projects use a property of that name, with another value."
            : Says("new")
                ? $"Nothing was compared: {place} has none of the benchmarks that ran."
                : $"Nothing was compared with {place}, because no benchmark ran. See that the project has benchmarks as tests, and that "
                    + "the filter selects some.");
    }

    public void Dispose()
    {
        foreach (var written in Directory.EnumerateFiles(Path.GetDirectoryName(FaultFile)!, $"{Path.GetFileName(FaultFile)}*"))
            File.Delete(written);
    }

    private bool Says(string ending) => File.Exists($"{FaultFile}.{ending}");
}
