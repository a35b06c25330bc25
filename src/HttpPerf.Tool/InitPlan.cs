using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>The files that performance tests of an API need.</summary>
/// <param name="Api">The API.</param>
/// <param name="Framework">The test framework.</param>
/// <param name="Project">The full path of the file of the test project.</param>
/// <param name="Requests">The API's <c>.http</c> files, as the tests name them; at least one, which may not be there yet.</param>
/// <param name="Files">The files to write, by full path.</param>
internal sealed partial record InitPlan(
    WebProject Api, TestFramework Framework, string Project, IReadOnlyList<string> Requests, IReadOnlyDictionary<string, string> Files)
{
    private static readonly string Version =
        typeof(InitPlan).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    private string Namespace => string.Join('.', Path.GetFileNameWithoutExtension(Project).Split('.').Select(Identifier));

    /// <summary>The file of the tests themselves.</summary>
    public string Tests => Path.Combine(Path.GetDirectoryName(Project)!, "RequestTests.cs");

    /// <summary>The full path of the API's project file if it has to leave out the tests, which stand below it; null otherwise.</summary>
    public string? ProjectAroundTests =>
        Tests.StartsWith(Api.Folder + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? Api.Path : null;

    /// <param name="api">The API.</param>
    /// <param name="framework">The test framework.</param>
    /// <param name="root">The folder of the solution, or of the repository.</param>
    public static InitPlan Make(WebProject api, TestFramework framework, string root)
    {
        var name = $"{api.AssemblyName}.PerfTests";
        var folder = Path.Combine(FolderOfTests(root, api), name);
        var project = Path.Combine(folder, $"{name}.csproj");
        var found = api.FindRequests(root);
        var files = new Dictionary<string, string>
        {
            [project] = RespectCentralVersions(WritePackages(Read("Sample-PerfTests.csproj"), framework), folder)
                .Replace("HTTPPERF_VERSION", Version, StringComparison.Ordinal)
                .Replace("API_PROJECT", Path.GetRelativePath(folder, api.Path).Replace('\\', '/'), StringComparison.Ordinal),
            [Path.Combine(folder, "thresholds.json")] = Read("thresholds.json"),
            [Path.Combine(folder, ".gitignore")] = Read(".gitignore"),
        };
        // The solution may stand below the root of the repository.
        if (SearchedFolders.From(root).FirstOrDefault(above => Directory.Exists(Path.Combine(above, ".github"))) is { } repository
            && Path.Combine(repository, ".github", "workflows", "performance.yml") is var workflow && !File.Exists(workflow))
            files[workflow] = Read("performance.yml")
                .Replace("HTTPPERF_VERSION", Version, StringComparison.Ordinal)
                .Replace("PROJECT_FOLDER", Path.GetRelativePath(repository, folder).Replace('\\', '/'), StringComparison.Ordinal);
        var plan = new InitPlan(api, framework, project, found.Count > 0 ? found : [$"{api.AssemblyName}.http"], files);
        foreach (var file in framework.Files)
            files[Path.Combine(folder, Path.GetFileName(file))] =
                Read(file).Replace("namespace Samples;", $"namespace {plan.Namespace};", StringComparison.Ordinal);
        files[plan.Tests] = plan.WriteTests(WebProject.Production);
        return plan;
    }

    /// <summary>Without files that have nothing to measure, for which a test would fail; with the first if all are like that.</summary>
    public InitPlan LeaveOut(IReadOnlyCollection<string> nothing) =>
        this with { Requests = [.. Requests.Except(nothing).DefaultIfEmpty(Requests[0])] };

    /// <summary>The content of <see cref="Tests"/>.</summary>
    /// <param name="environment">In which the API runs.</param>
    public string WriteTests(string environment)
    {
        var entryPoint = Api.FindEntryPoint();
        var type = entryPoint is null ? "" : $"<{entryPoint}>";
        var assembly = entryPoint is null ? $", \"{Api.AssemblyName}\"" : "";
        var host = environment == WebProject.Production ? "" : $", HostEnvironment = \"{environment}\"";
        return RequestTestsText.Write(Framework, Namespace, Requests, file => $"{type}(\"{file}\"{assembly}{host})");
    }

    /// <summary>A project file that leaves a folder below it out.</summary>
    /// <param name="project">The text of the file.</param>
    /// <param name="folder">The folder, relative to it.</param>
    public static string LeaveOut(string project, string folder)
    {
        var end = project.LastIndexOf("</Project>", StringComparison.Ordinal);
        return $"""
            {project[..end].TrimEnd()}

              <PropertyGroup>
                <!-- They are a project of their own. -->
                <DefaultItemExcludes>$(DefaultItemExcludes);{folder}/**</DefaultItemExcludes>
              </PropertyGroup>

            {project[end..]}
            """.ReplaceLineEndings(project.Contains("\r\n", StringComparison.Ordinal) ? "\r\n" : "\n");
    }

    /// <summary>
    /// Where a Directory.Packages.props has the versions of all packages, files that every project imports name packages without one, so it
    /// can't be ignored. This project's packages have their versions beside them all the same: an earlier commit, with which it is built
    /// too, doesn't have them in that file.
    /// </summary>
    private static string RespectCentralVersions(string project, string folder)
    {
        const string FileName = "Directory.Packages.props";
        var file = SearchedFolders.From(folder).Select(f => Path.Combine(f, FileName)).FirstOrDefault(File.Exists);
        return file is null || !IsCentral().IsMatch(File.ReadAllText(file))
            ? project
            : OwnVersions().Replace(project, "").Replace(" Version=", " VersionOverride=", StringComparison.Ordinal);
    }

    /// <summary>Beside the tests that are there, and not below the API, whose project would compile them.</summary>
    private static string FolderOfTests(string root, WebProject api)
    {
        if (api.Folder == root)
            return IsInRepository(Path.GetDirectoryName(root)) ? Path.GetDirectoryName(root)! : root;
        string[] usual = [Path.Combine(root, "tests"), Path.Combine(root, "test")];
        return usual.FirstOrDefault(Directory.Exists)
            ?? (api.Folder.StartsWith(Path.Combine(root, "src") + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? usual[0] : root);
    }

    /// <summary>With the versions of other packages that the samples are tested with.</summary>
    private static string WritePackages(string project, TestFramework framework)
    {
        const string Reference = """    <PackageReference Include="HttpPerf.Xunit" Version="HTTPPERF_VERSION" />""";
        var versions = XDocument.Parse(Read("Directory.Packages.props")).Descendants("PackageVersion")
            .ToDictionary(package => package.Attribute("Include")!.Value, package => package.Attribute("Version")!.Value);
        return project.Replace(
            Reference,
            string.Join('\n', framework.Packages
                .Select(package => $"""    <PackageReference Include="{package}" Version="{versions[package]}" />""")
                .Prepend(Reference.Replace("HttpPerf.Xunit", framework.Package, StringComparison.Ordinal))),
            StringComparison.Ordinal);
    }

    private static bool IsInRepository(string? folder) =>
        folder is not null && (Path.Exists(Path.Combine(folder, ".git")) || IsInRepository(Path.GetDirectoryName(folder)));

    internal static string Identifier(string text) => NoLetters().Replace(char.IsAsciiDigit(text[0]) ? $"_{text}" : text, "_");

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
