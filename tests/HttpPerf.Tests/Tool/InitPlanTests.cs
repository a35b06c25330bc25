using System.Reflection;
using System.Runtime.InteropServices;
using FluentAssertions;
using HttpPerf.Tool;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class InitPlanTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("httpperf-").FullName;

    [Theory]
    [InlineData("public partial class Program;", "Program")]
    [InlineData("namespace Shop;\n\npublic class Program\n{\n}\n", "Shop.Program")]
    [InlineData("namespace Shop\n{\n    public sealed record Order(int Id);\n}\n", "Shop.Order")]
    [InlineData("public static class Program { }", null)]
    [InlineData("internal class Program { }", null)]
    [InlineData("public class Page<T> { }", null)]
    [InlineData("public class Outer\n{\n        public class Inner { }\n}", "Outer")]
    public void A_public_type_names_the_assembly(string code, string? type) =>
        WebProject.PublicTypesIn(code).FirstOrDefault().Should().Be(type);

    [Theory]
    [InlineData("net10.0", "Program")]
    [InlineData("net9.0", "Shop.Data.Order")]
    public void Before_NET_10_the_class_of_top_level_statements_is_not_public(string framework, string type)
    {
        Write("src/Shop/Program.cs", "var app = WebApplication.Create();\napp.Run();\n");
        Write("src/Shop/Data/Order.cs", "namespace Shop.Data;\n\npublic class Order;\n");
        Write("src/Shop/obj/Generated.cs", "public class Another;\n");

        TestsOf(Plan(framework)).Should().Contain($"[PerfRequests<{type}>(\"Shop.http\")]");
    }

    [Fact]
    public void An_API_without_a_public_type_is_named_by_its_assembly()
    {
        Write("src/Shop/Program.cs", "WebApplication.Create().Run();\n");

        TestsOf(Plan("net9.0")).Should().Contain("[PerfRequests(\"Shop.http\", \"Shop\")]");
    }

    [Fact]
    public void An_environment_is_named_unless_it_is_the_usual_one()
    {
        Write("src/Shop/Shop.http", "GET /");

        Plan().WriteTests("Development").Should().Contain("[PerfRequests<Program>(\"Shop.http\", HostEnvironment = \"Development\")]");
        Plan().WriteTests("Production").Should().Contain("[PerfRequests<Program>(\"Shop.http\")]");
    }

    [Theory]
    [InlineData("""<Sdk Name="Aspire.AppHost.Sdk" Version="9.5.0" /> <ProjectReference Include="../Shop/Shop.csproj" />""", true)]
    [InlineData("""<PackageReference Include="Aspire.Hosting.AppHost" /> <ProjectReference Include="..\Shop\Shop.csproj" />""", true)]
    [InlineData("""<Sdk Name="Aspire.AppHost.Sdk" Version="9.5.0" /> <ProjectReference Include="../Stock/Stock.csproj" />""", false)]
    [InlineData("""<ProjectReference Include="../Shop/Shop.csproj" />""", false)]
    public void An_app_host_of_Aspire_starts_the_projects_that_it_refers_to(string project, bool isAppHost)
    {
        Write("src/Host/Host.csproj", project);
        var host = Path.Combine(_root, "src/Host/Host.csproj");

        SolutionProjects.FindAppHost([host], Path.Combine(_root, "src/Shop/Shop.csproj")).Should().Be(isAppHost ? host : null);
    }

    [Fact]
    public void Each_file_with_requests_gets_a_test()
    {
        Write("src/Shop/orders.http", "GET /orders");
        Write("src/Shop/requests/admin-area.rest", "GET /admin");

        TestsOf(Plan()).Should()
            .Contain("[PerfRequests<Program>(\"orders.http\")]\n    public void orders_stays_as_fast_as_it_was(")
            .And.Contain("[PerfRequests<Program>(\"requests/admin-area.rest\")]\n    public void admin_area_stays_as_fast_as_it_was(");
    }

    [Fact]
    public void A_file_with_nothing_to_measure_gets_none_unless_there_is_no_other()
    {
        Write("src/Shop/orders.http", "GET /orders");
        Write("src/Shop/login.http", "# @skip\nPOST /login");
        var plan = Plan();

        plan.LeaveOut(["login.http"]).Requests.Should().Equal("orders.http");
        plan.LeaveOut(["login.http", "orders.http"]).Requests.Should().Equal("login.http");
    }

    [Fact]
    public void Files_of_one_name_get_tests_of_different_names()
    {
        foreach (var file in new[] { "admin/orders.http", "shop/orders.http", "shop/prices.http", "shop/prices.rest" })
            Write($"src/Shop/{file}", "GET /orders");

        TestsOf(Plan()).Should()
            .Contain("void admin_orders_stays_").And.Contain("void shop_orders_stays_")
            .And.Contain("void prices_http_stays_").And.Contain("void prices_rest_stays_");
    }

    [Fact]
    public void Requests_may_lie_elsewhere_in_the_repository()
    {
        Write("requests/Orders/List.http", "GET /orders");

        TestsOf(Plan()).Should().Contain("[PerfRequests<Program>(\"requests/Orders/List.http\")]");
    }

    [Fact]
    public void An_API_in_the_root_leaves_out_the_tests_below_it()
    {
        Write("Shop.http", "GET /");

        var plan = InitPlan.Make(Project("."), TestFramework.XunitV3, _root);

        plan.Project.Should().Be(Path.Combine(_root, "Shop.PerfTests", "Shop.PerfTests.csproj"));
        plan.ProjectAroundTests.Should().Be(Path.Combine(_root, "Shop.csproj"));
        InitPlan.LeaveOut("<Project Sdk=\"Microsoft.NET.Sdk.Web\">\r\n</Project>\r\n", "Shop.PerfTests").Should().Be(
            """
            <Project Sdk="Microsoft.NET.Sdk.Web">

              <PropertyGroup>
                <!-- They are a project of their own. -->
                <DefaultItemExcludes>$(DefaultItemExcludes);Shop.PerfTests/**</DefaultItemExcludes>
              </PropertyGroup>

            </Project>

            """.ReplaceLineEndings("\r\n"));
    }

    [Fact]
    public void Tests_stand_beside_an_API_whose_folder_has_the_solution()
    {
        Directory.CreateDirectory(Path.Combine(_root, ".git"));
        Write("src/Shop/Shop.http", "GET /");

        var plan = InitPlan.Make(
            Project("src/Shop"), TestFramework.XunitV3, Path.Combine(_root, "src", "Shop"));

        plan.Project.Should().Be(Path.Combine(_root, "src", "Shop.PerfTests", "Shop.PerfTests.csproj"));
        plan.ProjectAroundTests.Should().BeNull();
    }

    [Theory]
    [InlineData("\"applicationUrl\": \"https://localhost:7001;http://localhost:5123\"", "http://localhost:5123/")]
    [InlineData("\"launchUrl\": \"http://localhost:1/swagger\"", "http://localhost:5000/")]
    public void The_address_is_that_of_the_launch_settings(string settings, string address)
    {
        Write("src/Shop/Properties/launchSettings.json", $"{{ {settings} }}");

        Project("src/Shop").FindAddress().Should().Be(address);
    }

    [Theory]
    [InlineData("src/Shop", null, "tests/Shop.PerfTests")]
    [InlineData("src/Shop", "test", "test/Shop.PerfTests")]
    [InlineData("Shop", null, "Shop.PerfTests")]
    [InlineData("Shop", "tests", "tests/Shop.PerfTests")]
    public void The_project_stands_beside_other_tests(string api, string? tests, string expected)
    {
        Write($"{api}/Shop.http", "GET /");
        if (tests is not null)
            Directory.CreateDirectory(Path.Combine(_root, tests));

        var plan = InitPlan.Make(Project(api), TestFramework.XunitV3, _root);

        Path.GetRelativePath(_root, Path.GetDirectoryName(plan.Project)!).Should().Be(expected);
        var reference = Path.GetRelativePath(Path.Combine(_root, expected), Path.Combine(_root, api, "Shop.csproj"));
        plan.Files[plan.Project].Should().Contain($"<ProjectReference Include=\"{reference}\" />")
            .And.MatchRegex("<PackageReference Include=\"HttpPerf.Xunit\" Version=\"[0-9]+[.][0-9.]+").And.NotContain("#if");
        plan.Files.Keys.Should().NotContain(file => file.EndsWith(".yml", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("true", "<PackageReference Include=\"HttpPerf.Xunit\" VersionOverride=\"")]
    [InlineData("false", "<PackageReference Include=\"HttpPerf.Xunit\" Version=\"")]
    public void Central_versions_of_packages_are_respected(string isCentral, string reference)
    {
        const string Property = "ManagePackageVersionsCentrally";
        Write("Directory.Packages.props", $"<Project><PropertyGroup><{Property}>{isCentral}</{Property}></PropertyGroup></Project>");

        var plan = Plan();

        plan.Files[plan.Project].Should().Contain(reference);
        plan.Files[plan.Project].Contains(Property, StringComparison.Ordinal).Should().Be(isCentral == "false");
    }

    [Theory]
    [InlineData("xUnit v3", "samples/XunitV3")]
    [InlineData("xUnit v2", "samples/XunitV2")]
    [InlineData("NUnit", "samples/NUnit")]
    [InlineData("MSTest", "samples/MSTest")]
    public void What_is_written_compiles_with_the_packages_of_the_framework(string name, string sample)
    {
        Write("src/Shop/orders.http", "GET /orders");
        Write("src/Shop/prices.http", "GET /prices");
        var plan = Plan(framework: Frameworks.Single(framework => framework.Name == name));
        string[] spaces = ["", ".Collections.Generic", ".IO", ".Linq", ".Net.Http", ".Threading", ".Threading.Tasks"];
        var implied = string.Concat(spaces.Select(space => $"global using System{space};"))
            + (name == "MSTest" ? "global using Microsoft.VisualStudio.TestTools.UnitTesting;" : "");

        var compilation = CSharpCompilation.Create(
            "Tests",
            plan.Files.Where(file => file.Key.EndsWith(".cs", StringComparison.Ordinal)).Select(file => file.Value)
                .Append($"{implied}\npublic class Program;")
                .Select(code => CSharpSyntaxTree.ParseText(code, cancellationToken: TestContext.Current.CancellationToken)),
            [.. ReferencesIn(RuntimeEnvironment.GetRuntimeDirectory()), .. ReferencesIn(TestProject.OutputOf(sample))],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));

        compilation.GetDiagnostics(TestContext.Current.CancellationToken)
            .Where(problem => problem.Severity == DiagnosticSeverity.Error).Should().BeEmpty();
        TestsOf(plan).Should().Contain("<Program>(\"orders.http\")]").And.Contain("<Program>(\"prices.http\")]");
    }

    [Fact]
    public void The_project_has_the_packages_of_the_framework()
    {
        var plan = Plan(framework: TestFramework.NUnit);

        plan.Files[plan.Project].Should()
            .MatchRegex("<PackageReference Include=\"HttpPerf\" Version=\"[0-9]+[.][0-9.]+")
            .And.MatchRegex("<PackageReference Include=\"NUnit3TestAdapter\" Version=\"[0-9]+[.][0-9.]+")
            .And.NotContain("HttpPerf.Xunit");
    }

    [Theory]
    [InlineData("xUnit v3")]
    [InlineData("xUnit v2", "xunit", "xunit.v3", "xunit")]
    [InlineData("xUnit v3", "xunit.v3")]
    [InlineData("NUnit", "NUnit", "Refit")]
    [InlineData("MSTest", "MSTest")]
    [InlineData("xUnit v3", "TUnit")]
    public void The_framework_is_the_one_that_most_projects_use(string name, params string[] packages)
    {
        var projects = packages.Select((package, index) =>
        {
            var file = $"tests/{index}.csproj";
            Write(file, $"""<Project><ItemGroup><PackageReference Include="{package}" /></ItemGroup></Project>""");
            return Path.Combine(_root, file);
        }).ToList();

        TestFramework.Find(projects, isMicrosofts: false).Name.Should().Be(name);
        TestFramework.Find(projects, isMicrosofts: true).Should().Be(TestFramework.XunitV3);
    }

    [Fact]
    public void An_SDK_may_name_the_framework()
    {
        Write("Unit.csproj", """<Project Sdk="MSTest.Sdk/4.0.0" />""");

        TestFramework.Find([Path.Combine(_root, "Unit.csproj")], isMicrosofts: false).Should().Be(TestFramework.MSTest);
    }

    [Theory]
    [InlineData("xunit", true)]
    [InlineData("Microsoft.NET.Test.Sdk", true)]
    [InlineData("TUnit", true)]
    [InlineData("Refit", false)]
    public void Integration_tests_with_the_SDK_for_the_web_are_no_API(string package, bool hasTests)
    {
        Write("A.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><PackageReference Include="{package}" /></ItemGroup></Project>
            """);

        TestFramework.HasTests(Path.Combine(_root, "A.csproj")).Should().Be(hasTests);
    }

    [Fact]
    public async Task A_solution_that_needs_another_SDK_says_which()
    {
        Write("Shop.slnx", "<Solution />");
        Write("global.json", """{ "sdk": { "version": "99.0.100" } }""");

        var find = () => SolutionProjects.Find(Path.Combine(_root, "Shop.slnx"), TestContext.Current.CancellationToken);

        (await find.Should().ThrowAsync<ToolException>()).WithMessage("*Shop.slnx can't be read:*99.0.100*");
    }

    [Fact]
    public void A_workflow_is_added_on_GitHub_unless_it_is_there()
    {
        var workflow = Path.Combine(_root, ".github", "workflows", "performance.yml");
        Write("src/Shop/Shop.http", "GET /");

        PlanOnGitHub().Files[workflow].Should().Contain("TESTS: 'tests/Shop.PerfTests'");
        PlanOnGitHub("src").Files[workflow].Should().Contain("TESTS: 'src/Shop.PerfTests'");
        Write(".github/workflows/performance.yml", "name: another");
        PlanOnGitHub().Files.Keys.Should().NotContain(workflow);
    }

    [Fact]
    public void A_solution_may_stand_below_as_long_as_it_is_the_only_one()
    {
        SolutionProjects.FindSolution(_root).Should().BeNull();

        Write("api/Shop.sln", "");
        Write("api/Shop.slnx", "");
        SolutionProjects.FindSolution(_root).Should().Be(Path.Combine(_root, "api", "Shop.slnx"));

        Write("tools/Tools.sln", "");
        SolutionProjects.FindSolution(_root).Should().BeNull();

        Write("All.sln", "");
        SolutionProjects.FindSolution(_root).Should().Be(Path.Combine(_root, "All.sln"));
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private static TestFramework[] Frameworks =>
        [TestFramework.XunitV3, TestFramework.XunitV2, TestFramework.NUnit, TestFramework.MSTest];

    private static IEnumerable<MetadataReference> ReferencesIn(string folder) => Directory.EnumerateFiles(folder, "*.dll")
        .Where(IsManaged)
        .Select(file => MetadataReference.CreateFromFile(file));

    private static bool IsManaged(string file)
    {
        try
        {
            return AssemblyName.GetAssemblyName(file) is not null;
        }
        catch (BadImageFormatException)
        {
            return false;
        }
    }

    private static string TestsOf(InitPlan plan) => plan.Files[Path.Combine(Path.GetDirectoryName(plan.Project)!, "RequestTests.cs")];

    private InitPlan PlanOnGitHub(string root = "")
    {
        Directory.CreateDirectory(Path.Combine(_root, ".github"));
        return InitPlan.Make(Project("src/Shop"), TestFramework.XunitV3, Path.Combine(_root, root));
    }

    private InitPlan Plan(string target = "net10.0", TestFramework? framework = null)
    {
        Directory.CreateDirectory(Path.Combine(_root, "src", "Shop"));
        return InitPlan.Make(Project("src/Shop", target), framework ?? TestFramework.XunitV3, _root);
    }

    private WebProject Project(string folder, string framework = "net10.0") =>
        new(Path.GetFullPath(Path.Combine(folder, "Shop.csproj"), _root), "Shop", framework);

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(_root, path))!);
        File.WriteAllText(Path.Combine(_root, path), text);
    }
}
