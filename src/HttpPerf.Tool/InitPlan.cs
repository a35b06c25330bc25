using System.Reflection;
using System.Text.RegularExpressions;
using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>The files that performance tests of an API need.</summary>
/// <param name="Project">The full path of the file of the test project.</param>
/// <param name="Files">What to write, by full path.</param>
internal sealed partial record InitPlan(string Project, IReadOnlyDictionary<string, string> Files)
{
    private static readonly string Version =
        typeof(InitPlan).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    /// <param name="api">The API.</param>
    /// <param name="root">The folder of the solution, or of the repository.</param>
    /// <param name="hasGitHub">Whether to add a workflow for GitHub.</param>
    /// <exception cref="ToolException">The API has no type that the tests can name.</exception>
    public static InitPlan Make(WebProject api, string root, bool hasGitHub)
    {
        var name = $"{api.AssemblyName}.PerfTests";
        var folder = Path.Combine(FolderOfTests(root, api), name);
        var project = Path.Combine(folder, $"{name}.csproj");
        var entryPoint = api.FindEntryPoint() ?? throw new ToolException(
            $"The tests need a public type of {api.AssemblyName}, and it has none. Add this line at the end of its Program.cs, and run the "
            + "command again:\n\n  public partial class Program;");
        var found = api.FindRequests(root);
        var requests = found.Count > 0 ? found : [$"{api.AssemblyName}.http"];
        var files = new Dictionary<string, string>
        {
            [project] = RespectCentralVersions(Read("Sample-PerfTests.csproj"), folder)
                .Replace("HTTPPERF_VERSION", Version, StringComparison.Ordinal)
                .Replace("API_PROJECT", Path.GetRelativePath(folder, api.Path).Replace('\\', '/'), StringComparison.Ordinal),
            [Path.Combine(folder, "RequestTests.cs")] = WriteTests(name, entryPoint, requests),
            [Path.Combine(folder, "thresholds.json")] = Read("thresholds.json"),
            [Path.Combine(folder, ".gitignore")] = Read(".gitignore"),
        };
        if (found.Count == 0)
            files[Path.Combine(api.Folder, requests[0])] = WriteRequests(api);
        var workflow = Path.Combine(root, ".github", "workflows", "performance.yml");
        if (hasGitHub && !File.Exists(workflow))
            files[workflow] = Read("performance.yml")
                .Replace("HTTPPERF_VERSION", Version, StringComparison.Ordinal)
                .Replace("PROJECT_FOLDER", Path.GetRelativePath(root, folder).Replace('\\', '/'), StringComparison.Ordinal);
        return new(project, files);
    }

    /// <summary>
    /// Where a Directory.Packages.props has the versions of all packages, files that every project imports name packages without one, so it
    /// can't be ignored. This project's only package has its version beside it all the same: an earlier commit, with which it is built too,
    /// doesn't have it in that file.
    /// </summary>
    private static string RespectCentralVersions(string project, string folder)
    {
        const string FileName = "Directory.Packages.props";
        var file = SearchedFolders.From(folder).Select(f => Path.Combine(f, FileName)).FirstOrDefault(File.Exists);
        return file is null || !IsCentral().IsMatch(File.ReadAllText(file))
            ? project
            : OwnVersions().Replace(project, "").Replace(" Version=", " VersionOverride=", StringComparison.Ordinal);
    }

    /// <summary>Beside the tests that are there.</summary>
    private static string FolderOfTests(string root, WebProject api)
    {
        string[] usual = [Path.Combine(root, "tests"), Path.Combine(root, "test")];
        return usual.FirstOrDefault(Directory.Exists)
            ?? (api.Folder.StartsWith(Path.Combine(root, "src") + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? usual[0] : root);
    }

    private static string WriteTests(string name, string entryPoint, IReadOnlyList<string> requests)
    {
        string[] names = [.. requests.Select(file => ShortPath.Of(file, requests))];
        var tests = requests.Zip(names, (file, name) =>
        {
            var isAlone = names.Count(other => WithoutExtension(other) == WithoutExtension(name)) == 1;
            var prefix = requests.Count == 1 ? "Stays" : $"{Identifier(isAlone ? WithoutExtension(name) : name)}_stays";
            return $"""
                    [PerfRequests<{entryPoint}>("{file}")]
                    public void {prefix}_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();

                """;
        });
        return $$"""
            using HttpPerf;

            namespace {{string.Join('.', name.Split('.').Select(Identifier))}};

            // Each request is a test of its own: https://learn.microsoft.com/aspnet/core/test/http-files
            public class RequestTests
            {
            {{string.Join('\n', tests)}}}

            """.ReplaceLineEndings("\n");
    }

    private static string WithoutExtension(string path) => Path.ChangeExtension(path, null);

    private static string WriteRequests(WebProject api)
    {
        var address = $"{Identifier(api.AssemblyName)}_HostAddress";
        return $$$"""
            @{{{address}}} = http://localhost:5000

            ### Home
            GET {{{{{address}}}}}/

            """.ReplaceLineEndings("\n");
    }

    private static string Identifier(string text) => NoLetters().Replace(char.IsAsciiDigit(text[0]) ? $"_{text}" : text, "_");

    /// <summary>A file of the template, without the lines that its engine reads.</summary>
    private static string Read(string name)
    {
        using var stream = typeof(InitPlan).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream);
        return Conditions().Replace(reader.ReadToEnd().ReplaceLineEndings("\n"), "");
    }

    [GeneratedRegex(@"<ManagePackageVersionsCentrally>\s*true", RegexOptions.IgnoreCase)]
    private static partial Regex IsCentral();

    [GeneratedRegex(@"^ *<!-- The version is below.*\n.*ManagePackageVersionsCentrally.*\n", RegexOptions.Multiline)]
    private static partial Regex OwnVersions();

    [GeneratedRegex(@"[^A-Za-z0-9_]")]
    private static partial Regex NoLetters();

    [GeneratedRegex(@"^ *<!--#(?:if .*|endif )-->\n", RegexOptions.Multiline)]
    private static partial Regex Conditions();
}
