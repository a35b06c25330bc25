using System.Xml;
using System.Xml.Linq;

namespace HttpPerf.Tool;

/// <summary>The projects of a solution.</summary>
internal static class SolutionProjects
{
    private const string Library = "HttpPerf";

    /// <summary>The SDK or the package of Aspire's app hosts.</summary>
    private static readonly string[] AppHosts = ["Aspire.AppHost.Sdk", "Aspire.Hosting.AppHost"];

    /// <summary>
    /// The full path of the solution in a folder or, where the API stands beside its front end, in the only folder below that has one; null
    /// if there is none, or no single one.
    /// </summary>
    public static string? FindSolution(string folder)
    {
        var found = WebProject.FilesOf(folder, "*.sln*")
            .Where(file => Path.GetExtension(file) is ".sln" or ".slnx")
            .ToLookup(file => Path.GetDirectoryName(file)!);
        var chosen = found.Contains(folder) ? found[folder] : found.Count == 1 ? found.Single() : [];
        return chosen.Order(StringComparer.Ordinal).LastOrDefault();
    }

    /// <summary>Those that use the library, in the same order.</summary>
    /// <inheritdoc cref="Find"/>
    public static async Task<IReadOnlyList<string>> FindWithPerformanceTests(string solution, CancellationToken cancellation) =>
        [.. (await Find(solution, cancellation)).Where(HasPerformanceTests)];

    /// <summary>Whether a project file refers to a package or project of the library.</summary>
    public static bool HasPerformanceTests(string project)
    {
        try
        {
            return XDocument.Load(project).Descendants()
                .Where(reference => reference.Name.LocalName is "PackageReference" or "ProjectReference")
                .SelectMany(reference => $"{reference.Attribute("Include")?.Value}".Split(';'))
                .Select(name => name.Trim().Split('/', '\\')[^1])
                .Any(name => name == Library || name.StartsWith($"{Library}.", StringComparison.OrdinalIgnoreCase));
        }
        catch (XmlException)
        {
            // dotnet build says what is wrong with it.
            return false;
        }
    }

    /// <summary>The Aspire app host that starts an API; null if none does.</summary>
    /// <param name="projects">The full paths of the solution's projects.</param>
    /// <param name="api">The API's project.</param>
    public static string? FindAppHost(IEnumerable<string> projects, string api) => projects.FirstOrDefault(project =>
        File.ReadAllText(project) is var text
        && AppHosts.Any(name => text.Contains(name, StringComparison.Ordinal))
        && text.Contains(Path.GetFileName(api), StringComparison.Ordinal));

    /// <summary>Their full paths; empty if the folder has no solution.</summary>
    /// <param name="solution">The full path of its file, or of its folder.</param>
    /// <param name="cancellation">Ends the command.</param>
    /// <exception cref="ToolException">The file can't be read, e.g. because global.json asks for an SDK that isn't installed.</exception>
    public static async Task<IReadOnlyList<string>> Find(string solution, CancellationToken cancellation)
    {
        var isFolder = Directory.Exists(solution);
        var folder = isFolder ? solution : Path.GetDirectoryName(solution)!;
        string[] named = isFolder ? [] : [solution];
        var list = await ChildProcess.CaptureDotnet(["sln", .. named, "list"], folder, cancellation);
        if (list.ExitCode != 0 && !isFolder)
            throw new ToolException($"{solution} can't be read:\n{list.Output}{list.Error}");
        return
        [
            .. list.Output.Split('\n')
                .Select(line => line.Trim())
                .Where(line => line.EndsWith("proj", StringComparison.Ordinal))
                .Select(line => Path.GetFullPath(line.Replace('\\', Path.DirectorySeparatorChar), folder))
                .Where(File.Exists),
        ];
    }
}
