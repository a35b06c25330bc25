using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
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
    /// <param name="framework">The test framework.</param>
    /// <param name="root">The folder of the solution, or of the repository.</param>
    /// <param name="hasGitHub">Whether to add a workflow for GitHub.</param>
    /// <exception cref="ToolException">The API has no type that the tests can name.</exception>
    public static InitPlan Make(WebProject api, TestFramework framework, string root, bool hasGitHub)
    {
        var name = $"{api.AssemblyName}.PerfTests";
        var folder = Path.Combine(FolderOfTests(root, api), name);
        var project = Path.Combine(folder, $"{name}.csproj");
        var entryPoint = api.FindEntryPoint() ?? throw new ToolException(
            $"The tests need a public type of {api.AssemblyName}, and it has none. Add this line at the end of its Program.cs, and run the "
            + "command again:\n\n  public partial class Program;");
        var found = api.FindRequests(root);
        var requests = found.Count > 0 ? found : [$"{api.AssemblyName}.http"];
        var space = string.Join('.', name.Split('.').Select(Identifier));
        var files = new Dictionary<string, string>
        {
            [project] = RespectCentralVersions(WritePackages(Read("Sample-PerfTests.csproj"), framework), folder)
                .Replace("HTTPPERF_VERSION", Version, StringComparison.Ordinal)
                .Replace("API_PROJECT", Path.GetRelativePath(folder, api.Path).Replace('\\', '/'), StringComparison.Ordinal),
            [Path.Combine(folder, "RequestTests.cs")] = WriteTests(framework, space, entryPoint, requests),
            [Path.Combine(folder, "thresholds.json")] = Read("thresholds.json"),
            [Path.Combine(folder, ".gitignore")] = Read(".gitignore"),
        };
        foreach (var file in framework.Files)
            files[Path.Combine(folder, Path.GetFileName(file))] =
                Read(file).Replace("namespace Samples;", $"namespace {space};", StringComparison.Ordinal);
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

    /// <summary>Beside the tests that are there.</summary>
    private static string FolderOfTests(string root, WebProject api)
    {
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

    private static string WriteTests(TestFramework framework, string space, string entryPoint, IReadOnlyList<string> requests)
    {
        if (framework.Files.Count == 0)
            return WriteMethods(space, entryPoint, requests);
        var files = string.Join('\n', requests.Select(file => $"[RequestsOf<{entryPoint}>(\"{file}\")]"));
        const string About = "// Each request is a test of its own: https://learn.microsoft.com/aspnet/core/test/http-files";
        var text = framework == TestFramework.NUnit
            ? $$"""
                using HttpPerf;
                using NUnit.Framework;

                namespace {{space}};

                {{About}}
                {{files}}
                public class RequestTests
                {
                    [TestCaseSource(typeof(PerfCases), nameof(PerfCases.Of), [typeof(RequestTests)])]
                    public void Stays_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();
                }

                """
            : $$"""
                using HttpPerf;

                namespace {{space}};

                {{About}}
                [TestClass]
                {{files}}
                public class RequestTests(TestContext context)
                {
                    [TestMethod]
                    [DynamicData(nameof(Requests))]
                    public void Stays_as_fast_as_it_was(string request) => Find(request).ShouldMeetItsThresholds();

                    // By name, because MSTest makes tests only of rows that it can serialize.
                    private static IEnumerable<TestDataRow<string>> Requests() => PerfCase.Discover(typeof(RequestTests))
                        .Select(c => new TestDataRow<string>(c.Name) { DisplayName = c.Name, TestCategories = [.. c.Categories] });

                    private PerfCase Find(string request) => PerfCase.Find(typeof(RequestTests), request, () => new MSTestOutput(context));
                }

                """;
        return text.ReplaceLineEndings("\n");
    }

    /// <summary>For xUnit, whose adapters have an attribute for methods.</summary>
    private static string WriteMethods(string space, string entryPoint, IReadOnlyList<string> requests)
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

            namespace {{space}};

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
