using System.CommandLine;
using Spectre.Console;

namespace HttpPerf.Tool;

/// <summary>Runs tests that compare the work tree, as it is, with an earlier commit.</summary>
internal static class AgainstCommand
{
    private const string Head = "HEAD";

    /// <param name="tests">The arguments for <c>dotnet test</c>.</param>
    public static Command Create(IReadOnlyList<string> tests)
    {
        var commit = new Argument<string?>("commit")
        {
            Description = "The commit, branch or tag to compare with. By default the last commit, if there is a --property.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var properties = new Option<string[]>("--property", "-p")
        {
            Description = "An MSBuild property for the build of that commit: NAME=VALUE. May be repeated.",
        };
        var command = new Command(
            "against",
            "Compares the work tree with another commit, both measured in one run of dotnet test. Arguments after -- go to dotnet test: "
            + "dotnet httpperf against main -- --filter Category=Orders")
        {
            commit, properties,
        };
        command.Validators.Add(result =>
        {
            if (result.GetValue(commit) is null && result.GetValue(properties) is null or [])
                result.AddError("Name a commit, branch or tag to compare with, or a --property to build with.");
            foreach (var property in (result.GetValue(properties) ?? []).Where(p => p.IndexOf('=', StringComparison.Ordinal) <= 0))
                result.AddError($"--property {property} has no value. Write NAME=VALUE.");
            if (new BuildProperties(result.GetValue(properties) ?? []).Blocker is { } blocker)
                result.AddError(blocker);
        });
        command.SetAction((result, cancellation) => Run(
            result.GetValue(commit) ?? Head,
            new BuildProperties(result.GetValue(properties) ?? []),
            TestArguments.Parse(tests, Environment.CurrentDirectory),
            cancellation));
        return command;
    }

    private static async Task<int> Run(
        string name, BuildProperties properties, TestArguments tests, CancellationToken cancellation)
    {
        var repository = await Repository.Open(Environment.CurrentDirectory, cancellation);
        var commit = await repository.Find(name, cancellation);
        tests.RequireTarget(Environment.CurrentDirectory);
        tests = await tests.NarrowToPerformanceTests(Environment.CurrentDirectory, cancellation);
        using var trees = await KeptTrees.Open(
            repository,
            () => AnsiConsole.WriteLine("Another comparison of this work tree is running. Waiting until it has ended …"),
            cancellation);
        AnsiConsole.WriteLine($"Building {properties.Describe(commit)} …");
        var tree = await EarlierTree.Create(repository, trees, commit, properties, cancellation);
        await tree.Build(tests, cancellation);
        foreach (var project in tree.Added)
            AnsiConsole.WriteLine($"{commit} has no {project}, so today's is built there, too.");

        var place = properties.Describe(commit, ReplacedVersions.Find(tree.Folder, properties.Versions));
        using var report = new ComparisonReport(Path.Combine(trees.Folder, $"run-{Environment.ProcessId}"));
        var before = Annotations.Snapshot(Environment.CurrentDirectory);
        var exitCode = await ChildProcess.RunDotnet(
            ["test", .. TestArguments.SameFiles, .. tests.All],
            new Dictionary<string, string>
            {
                ["HTTPPERF_AGAINST"] = tree.Folder,
                ["HTTPPERF_AGAINST_NAME"] = place,
                ["HTTPPERF_AGAINST_RESULTS"] = report.Folder,
                ["HTTPPERF_AGAINST_PROPERTIES"] = string.Join(" or ", properties.Names),
            },
            cancellation);
        trees.RemoveCopies();
        Annotations.PrintNew(Environment.CurrentDirectory, before, Console.Out);
        return report.Judge(exitCode, place, properties);
    }
}
