using HttpPerf.Results;
using HttpPerf.Results.CI;

namespace HttpPerf.Tool;

/// <summary>
/// Prints what a CI system shows beside the code. The tests can't: their runner puts something of its own before what they print.
/// </summary>
internal static class Annotations
{
    /// <param name="files">The files with results; none for the last results.</param>
    /// <param name="folder">The current folder.</param>
    /// <param name="output">Receives the lines; none if no CI system is recognized.</param>
    /// <exception cref="ResultsException">There are no results, or they can't be used.</exception>
    public static int Print(IReadOnlyList<string> files, string folder, TextWriter output)
    {
        foreach (var file in ResultsFiles.Find(files, folder))
            foreach (var line in CISystem.Commands(
                ResultsFile.Read(file), Path.GetDirectoryName(file)!, folder, Environment.GetEnvironmentVariable))
                output.WriteLine(line);
        return 0;
    }

    /// <summary>The same for results that were written since a time, if there are any.</summary>
    public static void PrintNew(string folder, DateTime since, TextWriter output)
    {
        // A search looks into all folders below.
        if (!CISystem.ReadsCommands(Environment.GetEnvironmentVariable))
            return;
        try
        {
            if (LastResults.Find(folder).Where(file => File.GetLastWriteTimeUtc(file) >= since).ToList() is { Count: > 0 } files)
                Print(files, folder, output);
        }
        catch (ResultsException)
        {
            // The tests have not come so far, and have said why.
        }
    }
}
