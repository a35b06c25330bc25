using System.CommandLine;
using HttpPerf.Accepting;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;
using Spectre.Console;

namespace HttpPerf.Tool;

/// <summary>Takes limits from the results of the last run over into <c>thresholds.json</c>.</summary>
internal static class AcceptCommand
{
    public static Command Create()
    {
        var patterns = new Argument<string[]>("pattern")
        {
            Description = "Names of cases, where * matches any characters: 'Orders.*'. By default all cases.",
        };
        var missing = new Option<bool>("--missing") { Description = "Adds limits for cases that have none. This is the default." };
        var broken = new Option<bool>("--broken") { Description = "Sets broken limits to the measured values." };
        var better = new Option<bool>("--better") { Description = "Lowers limits that leave much room." };
        var prune = new Option<bool>("--prune") { Description = "Removes entries that match no case." };
        var dryRun = new Option<bool>("--dry-run") { Description = "Shows the changes as a unified diff, and writes nothing." };
        var yes = new Option<bool>("--yes") { Description = "Accepts broken limits without asking." };
        var results = new Option<string?>("--results")
        {
            Description =
                $"The results; by default {LastResults.Default.Replace('\\', '/')} in this folder, one above it, or one below it.",
        };
        var thresholds = new Option<string?>("--thresholds")
        {
            Description = "The file to change; by default the one that the results name. Needed if the tests ran on another machine.",
        };
        var command = new Command("accept", "Writes the limits that the last run proposes into thresholds.json.")
        {
            patterns, missing, broken, better, prune, dryRun, yes, results, thresholds,
        };
        command.SetAction(parsed =>
        {
            var accepted = (parsed.GetValue(missing) ? Accepted.Missing : 0) | (parsed.GetValue(broken) ? Accepted.Broken : 0)
                | (parsed.GetValue(better) ? Accepted.Better : 0) | (parsed.GetValue(prune) ? Accepted.Pruned : 0);
            return Run(
                new(
                    parsed.GetValue(patterns) ?? [],
                    accepted == Accepted.None ? Accepted.Missing : accepted,
                    parsed.GetValue(dryRun),
                    parsed.GetValue(yes),
                    parsed.GetValue(results),
                    parsed.GetValue(thresholds)),
                Environment.CurrentDirectory,
                CISystem.IsRunning(Environment.GetEnvironmentVariable),
                AnsiConsole.Console);
        });
        return command;
    }

    /// <param name="options">The user's options.</param>
    /// <param name="folder">The current folder.</param>
    /// <param name="isCI">Whether this is a CI system, where nobody looks at accepted limits.</param>
    /// <param name="console">Shows the changes, and asks.</param>
    /// <exception cref="ResultsException">Nothing was changed. The message says why.</exception>
    internal static int Run(AcceptOptions options, string folder, bool isCI, IAnsiConsole console)
    {
        var asks = options.Accepted.HasFlag(Accepted.Broken) && !options.DryRun;
        if (asks && isCI)
            throw new ResultsException(
                "In CI, broken limits are not accepted, because that would accept any regression. See what would change with --dry-run.");

        var resultsFile = options.Results is { } named ? Path.GetFullPath(named, folder) : FindResults(folder);
        var isNamed = options.Results is not null;
        var results = ResultsFile.Read(resultsFile);
        var file = options.Thresholds is { } other ? Path.GetFullPath(other, folder)
            : results.Thresholds is { Path: var path } ? RecordedPath.Find(path, resultsFile, isNamed) ?? throw new ResultsException(
                $"{LastResults.Shown(resultsFile, folder)} names {path}, which is not in its repository. Name the file to change: "
                + "--thresholds FILE")
            : throw new ResultsException("The tests ran without limits. Create thresholds.json, and run them again: dotnet test");
        // Before the build is looked at: the tests don't run without the file.
        if (!File.Exists(file) && File.Exists(TestBuild.Locate(results, resultsFile, isNamed)))
            throw new ResultsException(
                $"There is no {file}. Create it with this content, and run the tests: dotnet test\n\n  {{ \"benchmarks\": {{ }} }}");
        TestBuild.Check(results, resultsFile, isNamed, mayBeElsewhere: options.Thresholds is not null);
        var acceptance = Acceptance.Of(results, ThresholdsText.Read(file), options.Patterns, options.Accepted);

        // Text of its own width, because a diff with wrapped lines can't be applied.
        var output = console.Profile.Out.Writer;
        if (options.DryRun)
            output.Write(ThresholdsText.Diff(Patched(file, folder), acceptance.Before, acceptance.After));
        foreach (var change in options.DryRun ? [] : acceptance.Changes)
            output.WriteLine(change);
        if (acceptance.Changes.Count == 0)
            output.WriteLine("There is nothing to accept.");
        foreach (var reason in acceptance.LeftAlone)
            output.WriteLine(Quotation.Show(reason));
        if (acceptance.Changes.Count == 0 || options.DryRun)
            return 0;

        if (asks && !options.Yes && !Confirm(console))
            throw new ResultsException("Nothing was changed.");
        ThresholdsText.Replace(file, acceptance.Before, acceptance.After);
        output.WriteLine($"{LastResults.Shown(file, folder)} was changed.");
        return 0;
    }

    private static bool Confirm(IAnsiConsole console) =>
        console.Profile.Capabilities.Interactive
            ? console.Prompt(new ConfirmationPrompt("Accept this?") { DefaultValue = false })
            : throw new ResultsException("Nothing was changed, because there is no terminal to ask in. To accept all of it, add --yes.");

    private static string FindResults(string folder) => LastResults.Find(folder) switch
    {
        [var only] => only,
        var several => throw new ResultsException(
            "There are several results. Name one: --results FILE\n"
            + string.Join('\n', several.Select(file => $"  {LastResults.Shown(file, folder)}"))),
    };

    /// <summary>A patch can't change a file above the folder that it is applied in. It is then for the file's own folder.</summary>
    private static string Patched(string file, string folder) =>
        LastResults.Shown(file, folder) is var path && path.StartsWith("..", StringComparison.Ordinal) ? Path.GetFileName(file) : path;
}

/// <param name="Patterns">The cases.</param>
/// <param name="Accepted">The kinds of limits to accept.</param>
/// <param name="DryRun">Whether the changes are only shown.</param>
/// <param name="Yes">Whether nobody is asked.</param>
/// <param name="Results">The file with the results; null to search.</param>
/// <param name="Thresholds">The file to change; null for the one that the results name.</param>
internal sealed record AcceptOptions(
    IReadOnlyList<string> Patterns, Accepted Accepted, bool DryRun, bool Yes, string? Results, string? Thresholds);
