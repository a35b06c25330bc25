using System.Security.Cryptography;
using HttpPerf.Results;
using HttpPerf.Reports.CI;

namespace HttpPerf.Tool;

/// <summary>
/// Prints annotations that a CI system shows beside the code. The tests can't: their runner puts something of its own before their lines.
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
            foreach (var line in CIOutput.Commands(
                ResultsFile.Read(file), Path.GetDirectoryName(file)!, folder, Environment.GetEnvironmentVariable))
                output.WriteLine(line);
        return 0;
    }

    /// <summary>Which results there are, by the hashes of their files. Times of files are coarse, and clocks are set.</summary>
    /// <returns>None where no CI system reads printed lines.</returns>
    public static IReadOnlyDictionary<string, string> Snapshot(string folder) => Snapshot(folder, Environment.GetEnvironmentVariable);

    internal static IReadOnlyDictionary<string, string> Snapshot(string folder, Func<string, string?> variable)
    {
        try
        {
            return CIOutput.ReadsCommands(variable) ? LastResults.Find(folder).ToDictionary(file => file, Hash) : new();
        }
        catch (ResultsException)
        {
            // There are none.
            return new Dictionary<string, string>();
        }
    }

    /// <summary>Calls <see cref="Print"/> for results that have changed, if there are any.</summary>
    /// <param name="folder">The folder in which the command runs.</param>
    /// <param name="before">The result of <see cref="Snapshot(string)"/> before the tests ran.</param>
    /// <param name="output">Receives the lines.</param>
    public static void PrintNew(string folder, IReadOnlyDictionary<string, string> before, TextWriter output)
    {
        // A search looks into all folders below.
        if (!CIOutput.ReadsCommands(Environment.GetEnvironmentVariable))
            return;
        try
        {
            if (FindNew(folder, before) is { Count: > 0 } files)
                Print(files, folder, output);
        }
        catch (ResultsException)
        {
            // The tests have not come so far, and have said why.
        }
    }

    internal static IReadOnlyList<string> FindNew(string folder, IReadOnlyDictionary<string, string> before) =>
        [.. LastResults.Find(folder).Where(file => before.GetValueOrDefault(file) != Hash(file))];

    private static string Hash(string file)
    {
        try
        {
            using var content = File.OpenRead(file);
            return Convert.ToHexString(SHA256.HashData(content));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsException($"{file} can't be read: {e.Message}", e);
        }
    }
}
