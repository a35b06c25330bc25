using System.CommandLine;
using HttpPerf.Results;
using HttpPerf.Reports;

namespace HttpPerf.Tool;

/// <summary>Reads the results that a command is about.</summary>
internal static class ResultsFiles
{
    public static Argument<string[]> CreateArgument() => new("results")
    {
        Description = "The results.json of each job. By default the last results of the tests.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    /// <summary>The full paths of files that are named; of the last results if none is.</summary>
    /// <param name="named">The files.</param>
    /// <param name="folder">The current folder.</param>
    /// <exception cref="ResultsException">There are none.</exception>
    public static IEnumerable<string> Find(IReadOnlyList<string> named, string folder) =>
        named.Count > 0 ? named.Select(file => Path.GetFullPath(file, folder)) : LastResults.Find(folder);

    /// <summary>The results of each test assembly, put together if several jobs measured it.</summary>
    /// <param name="files">The files; none for the last results.</param>
    /// <param name="folder">The current folder.</param>
    /// <exception cref="ResultsException">There are none, or they can't be used.</exception>
    public static IReadOnlyList<ResultsDocument> Read(string[] files, string folder) =>
        [.. ReadSuites(files, folder).Select(suite => suite.Results)];

    /// <summary>The results of each test assembly, with the cases that were not run.</summary>
    /// <inheritdoc cref="Read"/>
    public static IReadOnlyList<ReportedSuite> ReadSuites(string[] files, string folder) =>
    [
        .. Find(files, folder)
            .Select(file => (File: LastResults.Shown(file, folder), Results: ResultsFile.Read(file)))
            .GroupBy(part => part.Results.Tests.Name)
            .Select(suite => (Results: MergedResults.Merge([.. suite]), Jobs: suite.Count()))
            .Select(suite => new ReportedSuite(suite.Results, MergedResults.FindNotRun(suite.Results))
            {
                IsOfSeveralJobs = suite.Jobs > 1,
            }),
    ];
}
