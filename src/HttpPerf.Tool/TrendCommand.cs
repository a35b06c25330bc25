using System.CommandLine;
using HttpPerf.Model;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;
using HttpPerf.Reports.Trends;

namespace HttpPerf.Tool;

/// <summary>Shows how the figures of many results developed.</summary>
internal static class TrendCommand
{
    /// <summary>Longer files are of no run, or of one with all samples of a very large suite.</summary>
    private const long MostBytes = 200_000_000;

    /// <summary>Passes over folders that may not be read, and over links, which may lead in circles.</summary>
    private static readonly EnumerationOptions Below = new()
    {
        RecurseSubdirectories = true,
        AttributesToSkip = FileAttributes.Hidden | FileAttributes.System | FileAttributes.ReparsePoint,
    };

    public static Command Create()
    {
        var results = new Argument<string>("folder") { Description = "The folder with the results. Every results.json below it is read." };
        var output = new Option<string>("--output", "-o")
        {
            Description = "The page to write.",
            DefaultValueFactory = _ => "trend.html",
        };
        var command = new Command("trend", "Writes a page with the history of many results.") { results, output };
        command.SetAction(parsed =>
            Run(parsed.GetValue(results)!, parsed.GetValue(output)!, Environment.CurrentDirectory, Console.Out, Console.Error));
        return command;
    }

    /// <exception cref="ResultsException">Nothing was written. The message says why.</exception>
    internal static int Run(string results, string output, string folder, TextWriter console, TextWriter errors)
    {
        var runs = Read(Path.GetFullPath(results, folder), folder, errors, MostBytes);
        if (runs.Count == 0)
            throw new ResultsException(
                $"There are no results in {results}, nor below it. Keep the results.json of each run there, in a folder of its own.");
        var trend = Trend.Of(runs);
        WholeFile.Write(Path.GetFullPath(output, folder), TrendPage.Render(trend));
        console.WriteLine(
            $"{output}: {runs.Count} {(runs.Count == 1 ? "result" : "results")}, {trend.Lines.Count} lines, "
            + $"{trend.Lines.Sum(line => line.Changes.Count)} changes of a level.");
        if (runs.Count == 1)
            console.WriteLine("With one result there is nothing to compare.");
        return 0;
    }

    /// <summary>All files of results. Those that can't be read are named and passed over.</summary>
    internal static IReadOnlyList<ResultsDocument> Read(string path, string folder, TextWriter errors, long mostBytes)
    {
        if (!Directory.Exists(path))
            throw new ResultsException($"There is no folder {LastResults.Shown(path, folder)}. Name the one that holds the results.");
        var (runs, files) = (new TrendRuns(), new List<string>());
        foreach (var file in Directory.EnumerateFiles(path, ResultsFile.Name, Below).Order(StringComparer.Ordinal))
            try
            {
                if (new FileInfo(file).Length is var length && length > mostBytes)
                    throw new ResultsException(
                        $"It has {(length / 1e6).Show("#,0")} MB; up to {(mostBytes / 1e6).Show("#,0")} MB are read.");
                runs.Add(ResultsFile.Read(file));
                files.Add(file);
            }
            catch (ResultsException e)
            {
                // Its advice is for results of this machine.
                var reason = e.Message.Replace(ResultsFile.Advice, "", StringComparison.Ordinal).TrimEnd();
                errors.WriteLine(Quotation.Show(
                    $"Not read: {LastResults.Shown(file, folder)}. {reason.Replace(file, "It", StringComparison.Ordinal)}"));
            }

        if (runs.LimitedCounters.Count == 0)
            return runs.All;
        // A counter that has a limit in one run is shown of all, so all are read once more. Few suites limit counters.
        var withCounters = new TrendRuns(runs.LimitedCounters);
        foreach (var file in files)
            withCounters.Add(ResultsFile.Read(file));
        return withCounters.All;
    }
}
