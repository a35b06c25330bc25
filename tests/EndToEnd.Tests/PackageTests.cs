using System.Globalization;
using System.IO.Compression;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed partial class PackageTests(Packages packages) : IClassFixture<Packed>
{
    /// <summary>The page with the project file that the README's code needs.</summary>
    private const string ProjectPage = "docs/getting-started.md";

    [Fact]
    public void The_packages_hold_libraries_documentation_and_schema_and_depend_on_what_they_need()
    {
        Files("HttpPerf.Xunit").Should().Contain(["lib/net10.0/HttpPerf.Xunit.dll", "lib/net10.0/HttpPerf.Xunit.xml"]);
        Files("HttpPerf.Xunit2").Should().Contain(["lib/net10.0/HttpPerf.Xunit2.dll", "buildTransitive/HttpPerf.Xunit2.targets"]);
        Files("HttpPerf").Should().Contain(
            ["lib/net10.0/HttpPerf.dll", "lib/net10.0/HttpPerf.xml", "thresholds.schema.json", "buildTransitive/xunit.runner.json"]);
        Files("HttpPerf").Where(file => file.StartsWith("analyzers/", StringComparison.Ordinal))
            .Should().Equal("analyzers/dotnet/cs/HttpPerf.Analyzers.dll", "analyzers/dotnet/cs/HttpPerf.CodeFixes.dll");
        Files("HttpPerf.Results").Should().Contain("results.schema.json");
        Files("HttpPerf.Reports").Should().Contain("lib/net10.0/HttpPerf.Reports.dll").And.NotContain(file => file.StartsWith("content"));
        Files("HttpPerf.Server").Should().Contain("lib/net10.0/HttpPerf.Server.dll");
        Dependencies("HttpPerf.Xunit").Should()
            .Contain(["HttpPerf", "xunit.v3", "xunit.runner.visualstudio", "Microsoft.NET.Test.Sdk"])
            .And.NotContain(name => name.StartsWith("xunit.v3.mtp"), "its version would be in the way of a later xunit.v3");
        Dependencies("HttpPerf.Xunit2").Should().Contain(["HttpPerf", "xunit", "xunit.runner.visualstudio", "Microsoft.NET.Test.Sdk"]);
        Dependencies("HttpPerf").Should().Contain(["HttpPerf.Server", "BenchmarkDotNet"])
            .And.NotContain(name => name.StartsWith("xunit", StringComparison.OrdinalIgnoreCase) || name.StartsWith("FluentAssertions")
                || name.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal));
        Dependencies("HttpPerf.InMemory").Should().Contain(["HttpPerf", "Microsoft.AspNetCore.Mvc.Testing"]);
        DependencyElements("HttpPerf.InMemory").Single(e => e.Attribute("id")?.Value == "Microsoft.AspNetCore.Mvc.Testing")
            .Should().HaveAttribute("version", "10.0.0");
        Dependencies("HttpPerf.Server").Should().Equal("Microsoft.AspNetCore.App");
    }

    [Theory]
    [InlineData("HttpPerf")]
    [InlineData("HttpPerf.Accepting")]
    [InlineData("HttpPerf.InMemory")]
    [InlineData("HttpPerf.Judging")]
    [InlineData("HttpPerf.Model")]
    [InlineData("HttpPerf.Reports")]
    [InlineData("HttpPerf.Results")]
    [InlineData("HttpPerf.Server")]
    [InlineData("HttpPerf.Tool")]
    [InlineData("HttpPerf.Xunit")]
    [InlineData("HttpPerf.Xunit2")]
    [InlineData("HttpPerf.Templates", false)]
    public void Every_package_says_what_it_is_and_brings_symbols_of_its_code(string package, bool hasCode = true)
    {
        Files(package).Should().Contain(["README.md", "icon.png"]);
        File.Exists(Path.ChangeExtension(Package(package), "snupkg")).Should().Be(hasCode);
        using var archive = Open(package);
        using var readme = new StreamReader(archive.GetEntry("README.md")!.Open());
        readme.ReadLine().Should().Be($"# {package}");
    }

    [Fact]
    public async Task Symbols_of_released_packages_do_not_name_the_folder_that_they_were_built_in() =>
        (await packages.Dotnet(
            TestProject.Repository, "msbuild", "src/HttpPerf/HttpPerf.csproj", "-getProperty:PathMap", "-p:Configuration=Release"))
        .Trim().Should().Be($"{TestProject.Repository}/=/_/");

    [Fact]
    public async Task Released_packages_name_the_repository() =>
        (await packages.Dotnet(
            TestProject.Repository, "msbuild", "src/HttpPerf.Xunit/HttpPerf.Xunit.csproj", "-getProperty:PackageProjectUrl",
            "-p:GITHUB_SERVER_URL=https://github.com", "-p:GITHUB_REPOSITORY=owner/name"))
        .Trim().Should().Be("https://github.com/owner/name");

    [Fact]
    public void The_template_names_what_exists()
    {
        Files("HttpPerf.Templates").Should().Contain(
            ["content/.template.config/template.json", "content/.github/workflows/performance.yml", "content/PROJECT_FOLDER/.gitignore"])
            .And.NotContain(name => name.EndsWith(".dll", StringComparison.Ordinal));
        Dependencies("HttpPerf.Templates").Should().BeEmpty();
        using var archive = Open("HttpPerf.Templates");
        using var project = archive.GetEntry("content/PROJECT_FOLDER/Sample-PerfTests.csproj")!.Open();
        XDocument.Load(project).Descendants("PackageReference").Should().ContainSingle("a reference to the adapter is all it takes")
            .Which.Should().HaveAttribute("Include", "HttpPerf.Xunit").And.HaveAttribute("Version", "HTTPPERF_VERSION");
    }

    [Fact]
    public async Task A_project_of_the_template_fails_without_limits_and_passes_with_those_that_it_proposes()
    {
        await packages.InstallTool();
        var repository = Directory.CreateDirectory(Path.Combine(packages.Folder, "from-template")).FullName;
        packages.WriteSources(repository);
        WriteApi(Directory.CreateDirectory(Path.Combine(repository, "Orders.Api")).FullName, "Orders.Api");
        await packages.Dotnet(repository, "new", "install", Package("HttpPerf.Templates"), "--debug:custom-hive", Hive);
        var project = Path.Combine(repository, "Orders.PerfTests");
        await New(repository, "-n", "Orders.PerfTests", "--api", "../Orders.Api/Orders.Api.csproj", "--path", "orders/42");
        // The example that needs no API: it compiles too.
        await New(repository, "-n", "WithoutApi", "--workflow", "false", "-o", Path.Combine(packages.Folder, "without-api"));
        File.Copy(Path.Combine(packages.Folder, "without-api", "WithoutApi", "ReadJson.cs"), Path.Combine(project, "ReadJson.cs"));

        var strict = Path.Combine(project, "Directory.Build.props");
        await File.WriteAllTextAsync(strict, Strict, TestContext.Current.CancellationToken);
        await packages.Dotnet(repository, "build", project);
        File.Delete(strict);

        var named = Path.Combine(packages.Folder, "with-blank");
        await New(repository, "-n", "My Tests", "-o", named);
        File.ReadAllText(Path.Combine(named, ".github", "workflows", "performance.yml")).Should().Contain("  TESTS: 'My Tests'\n");

        await File.WriteAllTextAsync(Path.Combine(project, "Careless.cs"), Careless, TestContext.Current.CancellationToken);

        (await Run(repository, exitCode: 1, "dotnet", "test", project, "--filter", "Category=ApiRequests"))
            .Should().Contain("Careless.cs(6,31): warning HTTPPERF004: Create creates an HttpClient")
            .And.Contain("Orders.PerfTests: ApiRequests: 1 case").And.Contain("run dotnet httpperf accept")
            .And.Contain("""  "ApiRequests.Get": { "allocatedBytes": """);
        (await Run(repository, exitCode: 0, "dotnet", "httpperf", "accept")).Should().Contain("ApiRequests.Get: serverAllocatedBytes ");
        (await Run(repository, exitCode: 0, "dotnet", "test", project, "--filter", "FullyQualifiedName~ApiRequests.Get", "--no-build"))
            .Should().Contain("Passed!  - Failed:     0, Passed:     1");
        string[] misspelled = ["test", project, "--filter", "Category=ApiRequest", "--no-build", "--", "xUnit.StopOnFail=true"];
        (await Run(repository, exitCode: 1, "dotnet", misspelled))
            .Should().Contain("error : No test of Orders.PerfTests has the category ApiRequest. The categories are ApiRequests, ReadJson.");

        var restored = await File.ReadAllTextAsync(
            Path.Combine(project, "obj", "project.assets.json"), TestContext.Current.CancellationToken);
        restored.Should().Contain("\"BenchmarkDotNet/0.14.0\"").And.Contain("\"xunit.v3/3.2.1\"", "these are the lowest that work");
        Directory.GetFiles(Path.Combine(project, "artifacts", "ApiRequests"), "*.md", SearchOption.AllDirectories).Should().ContainSingle();
        var workflow = await File.ReadAllTextAsync(
            Path.Combine(repository, ".github", "workflows", "performance.yml"), TestContext.Current.CancellationToken);
        workflow.Should()
            .Contain("dotnet tool install --global HttpPerf.Tool --version 0.1.0\n")
            .And.Contain("  TESTS: 'Orders.PerfTests'\n")
            .And.NotMatchRegex("[A-Z]_[A-Z]", "every placeholder is replaced");
        File.Exists(Path.Combine(project, "artifacts", "httpperf", "results.json")).Should().BeTrue();
    }

    /// <summary>
    /// The README's project, with the examples of all pages beside it: whoever copies one must not be told that it measures nothing.
    /// </summary>
    [Fact]
    public async Task The_README_and_examples_of_all_pages_run_by_the_commands_of_the_documentation()
    {
        var repository = Directory.CreateDirectory(Path.Combine(packages.Folder, "from-readme")).FullName;
        packages.WriteSources(repository);
        WriteApi(Directory.CreateDirectory(Path.Combine(repository, "MyApi")).FullName, "MyApi");
        var project = Directory.CreateDirectory(Path.Combine(repository, "MyApi.PerfTests")).FullName;
        void Write(string file, string text) => File.WriteAllText(Path.Combine(project, file), text);
        var readme = Page.Of("README.md");
        Write("MyApi.PerfTests.csproj", Page.Of(ProjectPage).Blocks("xml").Single());
        Write("Orders.cs", readme.Blocks("csharp").Single());
        Write("thresholds.json", readme.Blocks("json").Single());
        Write("Other.cs", Other);
        // That of docs/your-api.md is a sample's, which other tests run.
        string[] examples =
        [
            .. Page.All.Where(page => page.Path is not ("README.md" or "docs/your-api.md"))
                .SelectMany(page => page.Blocks("csharp")).Where(IsBenchmark),
        ];
        examples.Should().HaveCountGreaterThan(2);
        foreach (var (i, example) in examples.Index())
            Write($"Example{i}.cs", $$"""
                namespace Example{{i}};
                {{example}}
                public class RunByTest
                {
                    [PerfTheory<{{BenchmarkClass().Match(example).Groups[1].Value}}>]
                    public void Runs(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
                }
                """);
        await packages.Dotnet(project, "build");

        (await Command("dotnet test")).Should().BeGreaterThanOrEqualTo(3 + examples.Length);
        // The page of HttpPerf.Xunit has a class of that name, too, with a test beside it, so its cases run twice.
        (await Command("dotnet test --filter Category=Orders")).Should().Be(2 + 4);
        (await Command("dotnet test --filter Orders.AsBytes")).Should().Be(1 + 2);

        // How many tests have passed. Nothing is measured: whether this machine keeps the README's limits doesn't matter here.
        async Task<int> Command(string command)
        {
            Page.Of("docs/command-line.md").Text.Should().Contain($"\n    {command} ");
            var output = await Run(project, exitCode: 0, "sh", "-c", $"HTTPPERF_DRY=1 {command} --no-build");
            return int.Parse(PassedTests().Match(output).Groups[1].ValueSpan, CultureInfo.InvariantCulture);
        }

        static bool IsBenchmark(string code) => BenchmarkClass().IsMatch(code) && code.Contains("[Benchmark", StringComparison.Ordinal);
    }

    [GeneratedRegex(@"Failed: +0, Passed: +(\d+)")]
    private static partial Regex PassedTests();

    [GeneratedRegex(@"public class (\w+)")]
    private static partial Regex BenchmarkClass();

    [Theory]
    [InlineData("fsproj", "Reads.fs", FSharp)]
    [InlineData("vbproj", "Reads.vb", VisualBasic)]
    public async Task A_project_in_another_language_is_measured_and_ends_with_a_summary(string kind, string file, string code)
    {
        var folder = Directory.CreateDirectory(Path.Combine(packages.Folder, $"of-{kind}")).FullName;
        packages.WriteSources(folder);
        void Write(string name, string text) => File.WriteAllText(Path.Combine(folder, name), text);
        Write($"Reads.{kind}", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <SatelliteResourceLanguages>en</SatelliteResourceLanguages>
              </PropertyGroup>
              <ItemGroup>
                <Compile Include="{file}" Condition="'{kind}' == 'fsproj'" />
                <PackageReference Include="HttpPerf.Xunit" Version="0.1.0" />
              </ItemGroup>
            </Project>
            """);
        Write(file, code);
        Write("thresholds.json", """{ "benchmarks": { "Reads.*": { "allocatedBytes": 10000 } } }""");

        await packages.Dotnet(folder, "build");
        (await Run(folder, exitCode: 0, Path.Combine(folder, "bin", "Debug", "net10.0", "Reads"))).Should()
            .Contain("succeeded: 2").And.Contain("2 of 2 cases passed in ").And.Contain("report: ");

        File.Exists(Path.Combine(folder, "artifacts", "httpperf", "report.html")).Should().BeTrue();
    }

    [Fact]
    public async Task A_script_reads_results_without_a_test_project()
    {
        var folder = Directory.CreateDirectory(Path.Combine(packages.Folder, "of-script")).FullName;
        packages.WriteSources(folder);
        var script = Path.Combine(folder, "closest.cs");
        File.WriteAllText(script, Page.Of("docs/files.md").Blocks("csharp").Single());
        ResultsFile.Write(Path.Combine(folder, "results.json"), Recorded.Document);

        (await Run(folder, exitCode: 0, "dotnet", "run", script, "results.json"))
            .Should().Contain("Orders.List timeRatio: 1.15×, 96 %").And.Contain("Orders.Get allocatedBytes: 1,024 B/op, 102 %");
    }

    /// <summary>As strict as a repository may be.</summary>
    private const string Strict = """
        <Project>
          <PropertyGroup>
            <AnalysisMode>AllEnabledByDefault</AnalysisMode>
            <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
          </PropertyGroup>
        </Project>
        """;

    private const string FSharp = """
        namespace Perf

        open System.Threading.Tasks
        open BenchmarkDotNet.Attributes
        open HttpPerf

        type Reads() =
            [<Benchmark>]
            member _.Make() = Array.zeroCreate<byte> 100

            [<Benchmark>]
            member _.Nothing() : Task<unit> = task { do! Task.Yield() }

        type ReadsTests() =
            [<PerfTheory(typeof<Reads>)>]
            member _.``Meet their thresholds``(benchmark: PerfCase) = benchmark.ShouldMeetItsThresholds()
        """;

    private const string VisualBasic = """
        Imports BenchmarkDotNet.Attributes
        Imports HttpPerf

        Public Class Reads
            <Benchmark>
            Public Function Make() As Byte()
                Return New Byte(99) {}
            End Function

            <Benchmark>
            Public Async Function Later() As Task
                Await Task.Yield()
            End Function
        End Class

        Public Class ReadsTests
            <PerfTheory(GetType(Reads))>
            Public Sub Meet_their_thresholds(benchmark As PerfCase)
                benchmark.ShouldMeetItsThresholds()
            End Sub
        End Class
        """;

    private const string Other = """
        using Xunit;

        public class Other
        {
            [Fact]
            public void Passes()
            {
            }
        }
        """;

    private const string Careless = """
        using BenchmarkDotNet.Attributes;

        public class Careless
        {
            [Benchmark]
            public object Create() => new HttpClient();
        }
        """;

    private string Hive => Path.Combine(packages.Folder, "templates");

    private static void WriteApi(string folder, string name)
    {
        File.WriteAllText(Path.Combine(folder, $"{name}.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
            </Project>
            """);
        File.WriteAllText(Path.Combine(folder, "Program.cs"), """
            var api = WebApplication.Create(args);
            api.MapGet("/orders/{id}", (int id) => $"order {id}");
            api.MapGet("/{name}", (string name) => name);
            api.Run();
            """);
    }

    private Task<string> New(string repository, params string[] options) =>
        packages.Dotnet(repository, ["new", "httpperf", .. options, "--debug:custom-hive", Hive, "--no-update-check"]);

    private async Task<string> Run(string folder, int exitCode, string program, params string[] arguments)
    {
        var command = packages.Command(folder, program, arguments);
        // The least that is allowed: how well it measures is tested elsewhere.
        command.Environment["HTTPPERF_BUDGET_SECONDS"] = "1";
        command.Environment["HTTPPERF_EPOCHS"] = "4";
        command.Environment["HTTPPERF_PROCESSES"] = "1";
        var run = await Packages.Run(command);
        run.ExitCode.Should().Be(exitCode, run.Output);
        return run.Output;
    }

    private string Package(string name) => Path.Combine(packages.Folder, $"{name}.0.1.0.nupkg");

    private ZipArchive Open(string package) => ZipFile.OpenRead(Package(package));

    private List<string> Files(string package)
    {
        using var archive = Open(package);
        return [.. archive.Entries.Select(entry => entry.FullName)];
    }

    private List<string> Dependencies(string package) =>
        [.. DependencyElements(package).Select(e => (e.Attribute("id") ?? e.Attribute("name"))!.Value).Distinct()];

    private List<XElement> DependencyElements(string package)
    {
        using var archive = Open(package);
        return
        [
            .. XDocument.Load(archive.GetEntry($"{package}.nuspec")!.Open()).Descendants()
                .Where(e => e.Name.LocalName is "dependency" or "frameworkReference"),
        ];
    }
}
