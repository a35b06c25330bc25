using System.Diagnostics;
using HttpPerf.Hosting.Child;
using HttpPerf.Results;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>The results of a test run in a process of its own.</summary>
/// <param name="Exit">Its exit code.</param>
/// <param name="Results">What it measured; null if it wrote nothing that can be read.</param>
/// <param name="Output">What it printed.</param>
internal sealed record TestRun(int Exit, ResultsDocument? Results, string Output)
{
    /// <summary>A run that takes this long hangs.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(15);

    /// <param name="user">As whom.</param>
    /// <param name="build">The folder of the build.</param>
    /// <param name="tests">The tests' assembly there.</param>
    /// <param name="categories">Which of them.</param>
    /// <param name="folder">Where it may write.</param>
    /// <param name="environment">What is set besides.</param>
    public static async Task<TestRun> Start(
        OrdinaryUser user,
        string build,
        string tests,
        IReadOnlyList<string> categories,
        string folder,
        IEnumerable<KeyValuePair<string, string?>> environment)
    {
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        user.Open(folder);
        var command = user.Command(
            DotnetHost.Find(),
            [
                Path.Combine(build, $"{tests}.dll"),
                .. categories.SelectMany(category => new[] { "-trait", $"Category={category}" }),
                "-noColor",
            ]);
        command.RedirectStandardOutput = true;
        command.RedirectStandardError = true;
        command.WorkingDirectory = folder;
        // Whatever the caller's shell has set, the settings are the defaults.
        foreach (var name in command.Environment.Keys
            .Where(name => name.StartsWith("HTTPPERF_", StringComparison.OrdinalIgnoreCase)).ToList())
            command.Environment.Remove(name);
        if (user.IsOther)
            foreach (var name in new[] { "HOME", "TMPDIR" })
                user.Open(command.Environment[name] = Path.Combine(folder, name));
        command.Environment["HTTPPERF_ARTIFACTS"] = Path.Combine(folder, "artifacts");
        command.Environment["HTTPPERF_CI"] = "0";
        command.Environment["HTTPPERF_EXPLAIN"] = "0";
        command.Environment["HTTPPERF_SAMPLES"] = "1";
        foreach (var (name, value) in environment)
            command.Environment[name] = value;
        using var process = Process.Start(command)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        using var timeout = new CancellationTokenSource(Longest);
        try
        {
            await process.WaitForExitAsync(timeout.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            return new(-1, null, $"It was ended after {Longest.TotalMinutes:0} minutes.\n{await output}");
        }

        var results = Read(Path.Combine(folder, "artifacts", ResultsFile.Folder, ResultsFile.Name));
        return new(process.ExitCode, results, await output + await errors);
    }

    private static ResultsDocument? Read(string file)
    {
        try
        {
            return ResultsFile.Read(file);
        }
        catch (ResultsException e)
        {
            Console.Error.WriteLine(e.Message);
            return null;
        }
    }
}
