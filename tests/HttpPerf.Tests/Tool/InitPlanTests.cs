using FluentAssertions;
using HttpPerf.Tool;
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
    public void Without_a_public_type_it_says_which_line_to_add()
    {
        Write("src/Shop/Program.cs", "WebApplication.Create().Run();\n");

        FluentActions.Invoking(() => Plan("net9.0")).Should().Throw<ToolException>().WithMessage("*public partial class Program;*");
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
    public void An_API_without_requests_gets_a_file() =>
        Plan().Files[Path.Combine(_root, "src", "Shop", "Shop.http")].Should().Be(
            "@Shop_HostAddress = http://localhost:5000\n\n### Home\nGET {{Shop_HostAddress}}/\n");

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

        var plan = InitPlan.Make(Project(api), _root, hasGitHub: false);

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

    [Fact]
    public void A_workflow_is_added_on_GitHub_unless_it_is_there()
    {
        var workflow = Path.Combine(_root, ".github", "workflows", "performance.yml");
        Write("src/Shop/Shop.http", "GET /");

        InitPlan.Make(Project("src/Shop"), _root, hasGitHub: true).Files[workflow].Should().Contain("TESTS: 'tests/Shop.PerfTests'");
        Write(".github/workflows/performance.yml", "name: another");
        InitPlan.Make(Project("src/Shop"), _root, hasGitHub: true).Files.Keys.Should().NotContain(workflow);
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private static string TestsOf(InitPlan plan) => plan.Files[Path.Combine(Path.GetDirectoryName(plan.Project)!, "RequestTests.cs")];

    private InitPlan Plan(string framework = "net10.0")
    {
        Directory.CreateDirectory(Path.Combine(_root, "src", "Shop"));
        return InitPlan.Make(Project("src/Shop", framework), _root, hasGitHub: false);
    }

    private WebProject Project(string folder, string framework = "net10.0") =>
        new(Path.Combine(_root, folder, "Shop.csproj"), "Shop", framework);

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(_root, path))!);
        File.WriteAllText(Path.Combine(_root, path), text);
    }
}
