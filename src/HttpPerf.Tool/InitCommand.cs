using System.CommandLine;
using Spectre.Console;

namespace HttpPerf.Tool;

/// <summary>Adds performance tests to a solution: a project that makes a test of each request of the API's <c>.http</c> file.</summary>
internal static class InitCommand
{
    public static Command Create()
    {
        var api = new Option<string?>("--api")
        {
            Description = "The project file of the API. By default the only web project of the solution, or below the current folder.",
        };
        var yes = new Option<bool>("--yes", "-y") { Description = "Writes the files without asking." };
        var command = new Command(
            "init",
            "Adds a project with performance tests to the solution: each request of the API's .http file becomes a test.")
        {
            api, yes,
        };
        command.SetAction((result, cancellation) => Run(result.GetValue(api), result.GetValue(yes), cancellation));
        return command;
    }

    private static async Task<int> Run(string? named, bool isAgreed, CancellationToken cancellation)
    {
        var folder = Environment.CurrentDirectory;
        var solution = SolutionProjects.FindSolution(folder);
        var projects = await FindProjects(folder, solution, cancellation);
        var api = await WebProject.Read(Choose(named, projects), cancellation);
        var root = Path.GetDirectoryName(solution) ?? folder;
        var framework = TestFramework.Find(projects, TestPlatform.IsMicrosofts(root));
        var appHost = SolutionProjects.FindAppHost(projects, api.Path);
        var plan = InitPlan.Make(api, framework, root);
        if (projects.FirstOrDefault(SolutionProjects.HasPerformanceTests) is { } present)
        {
            if (present != plan.Project)
                throw new ToolException(
                    $"{Show(present)} uses HttpPerf already. Write another [PerfRequests] there for another .http file.");
            AnsiConsole.WriteLine($"{Show(present)} is there already, so only the requests are sent again, each twice.");
            return await Settle(plan, solution, root, appHost, cancellation);
        }

        foreach (var file in plan.Files.Keys.Where(File.Exists))
            throw new ToolException($"{Show(file)} exists already. Nothing was written.");

        AnsiConsole.WriteLine($"{api.AssemblyName} is the API ({Show(api.Path)}). These files would be added, for {framework.Name}:");
        foreach (var file in plan.Files.Keys.Order(StringComparer.Ordinal))
            AnsiConsole.WriteLine($"  {Show(file)}");
        if (solution is not null)
            AnsiConsole.WriteLine($"{Show(solution)} would get the project.");
        if (plan.ProjectAroundTests is { } around)
            AnsiConsole.WriteLine($"{Show(around)} would leave its folder out.");
        AnsiConsole.WriteLine(
            "Then the API is started, and each request is sent twice. One that can't be measured is marked with # @skip.");
        if (!isAgreed && !(AnsiConsole.Profile.Capabilities.Interactive
            && await AnsiConsole.ConfirmAsync("Go on?", defaultValue: true, cancellation)))
        {
            AnsiConsole.WriteLine("Nothing was written. With --yes, it is written without asking.");
            return ExitCode.Refused;
        }

        await Write(plan, solution, root, cancellation);
        return await Settle(plan, solution, root, appHost, cancellation);
    }

    private static async Task<int> Settle(
        InitPlan plan, string? solution, string root, string? appHost, CancellationToken cancellation)
    {
        AnsiConsole.WriteLine("\nBuilding and sending requests …");
        var outcome = await InitRequests.Settle(plan, root, appHost, cancellation);
        foreach (var line in outcome.Lines)
            AnsiConsole.WriteLine(line);

        var tests = Show(Path.GetDirectoryName(plan.Project)!);
        var next = outcome.Successes > 0 ? "Done. Measure" : outcome.IsSettled ? "Mend a request, and measure" : "Then measure";
        if (!outcome.IsSettled)
            AnsiConsole.WriteLine("\nMend that, and send the requests again:\n\n  dotnet httpperf init");
        AnsiConsole.WriteLine(
            $"""

            {next} each request once:

              dotnet test {tests}

            Compare a change with your main branch:

              dotnet httpperf against main{(Path.GetDirectoryName(solution) == Environment.CurrentDirectory ? "" : $" -- {tests}")}
            """);
        return 0;
    }

    private static async Task Write(InitPlan plan, string? solution, string root, CancellationToken cancellation)
    {
        foreach (var (path, text) in plan.Files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            await File.WriteAllTextAsync(path, text, cancellation);
        }

        if (plan.ProjectAroundTests is { } around)
            await TextFile.Edit(
                around,
                text => InitPlan.LeaveOut(
                    text, Path.GetRelativePath(plan.Api.Folder, Path.GetDirectoryName(plan.Project)!).Replace('\\', '/')),
                cancellation);
        if (solution is null)
            return;
        var added = await ChildProcess.CaptureDotnet(["sln", solution, "add", plan.Project], root, cancellation);
        if (added.ExitCode != 0)
            throw new ToolException($"The files are written, but {Show(solution)} did not take the project:\n{added.Output}{added.Error}");
    }

    private static string Choose(string? named, IReadOnlyList<string> projects)
    {
        if (named is not null)
            return File.Exists(named) ? Path.GetFullPath(named) : throw new ToolException($"{named} does not exist.");
        // Integration tests may have the SDK for the web, too.
        string[] web = [.. projects.Where(project => WebProject.Is(project) && !TestFramework.HasTests(project))];
        return web switch
        {
            [var only] => only,
            [] => throw new ToolException(
                "There is no web project here (<Project Sdk=\"Microsoft.NET.Sdk.Web\">). Go to the folder of the solution, or name the "
                + "API's project file: dotnet httpperf init --api src/MyApi/MyApi.csproj"),
            _ => throw new ToolException(
                $"There are {web.Length} web projects. Name the one to test:\n"
                + string.Concat(web.Select(project => $"\n  dotnet httpperf init --api {Show(project)}"))),
        };
    }

    private static async Task<IReadOnlyList<string>> FindProjects(string folder, string? solution, CancellationToken cancellation) =>
        solution is null
            ? [.. WebProject.FilesOf(folder, "*.csproj")]
            : await SolutionProjects.Find(solution, cancellation);

    internal static string Show(string path) => Path.GetRelativePath(Environment.CurrentDirectory, path).Replace('\\', '/');
}
