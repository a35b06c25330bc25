using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class TestArgumentsTests : IDisposable
{
    /// <summary>A folder with a project in tests/Perf.</summary>
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("httpperf-");

    public TestArgumentsTests() =>
        File.WriteAllText(Path.Combine(_root.CreateSubdirectory(Path.Combine("tests", "Perf")).FullName, "Perf.csproj"), "");

    [Theory]
    [InlineData("", "tests/Perf/Perf.csproj", "tests/Perf/Perf.csproj")]
    [InlineData("--filter Category=Orders", "tests/Perf/Perf.csproj", "tests/Perf/Perf.csproj --filter Category=Orders")]
    [InlineData("All.slnx --filter Orders", "All.slnx", "All.slnx --filter Orders")]
    public async Task Of_a_solution_only_the_project_with_performance_tests_is_run(string arguments, string target, string all)
    {
        WriteSolution(second: "<PropertyGroup><RootNamespace>HttpPerf</RootNamespace></PropertyGroup>");

        var tests = await Parse(arguments).NarrowToPerformanceTests(_root.FullName, TestContext.Current.CancellationToken);

        tests.Target.Should().Be(target);
        string.Join(' ', tests.All).Should().Be(all);
    }

    [Fact]
    public async Task Of_a_solution_with_several_all_are_run()
    {
        WriteSolution(second: """<ItemGroup><PackageReference Include="HttpPerf.Xunit" /></ItemGroup>""");

        var tests = await Parse("").NarrowToPerformanceTests(_root.FullName, TestContext.Current.CancellationToken);

        tests.Target.Should().BeNull();
        tests.PerformanceTests!.Select(Path.GetFileName).Should().Equal(["Perf.csproj", "Unit.csproj"], "they are not listed once more");
    }

    [Theory]
    [InlineData("""<PackageReference Include="HttpPerf" Version="1.0.0" />""", true)]
    [InlineData("""<PackageReference Include="xunit.v3;HttpPerf.Xunit" />""", true)]
    [InlineData("""<ProjectReference Include="..\\HttpPerf.Xunit2\\HttpPerf.Xunit2.csproj" />""", true)]
    [InlineData("""<ProjectReference Include="../HttpPerfect/HttpPerfect.csproj" />""", false)]
    [InlineData("""<ProjectReference Include="../HttpPerf/Api.csproj" />""", false)]
    [InlineData("""<None Include="HttpPerf" />""", false)]
    [InlineData("""<!-- HttpPerf""", false)]
    public void A_project_uses_the_library_if_it_refers_to_a_package_or_project_of_it(string text, bool uses)
    {
        const string Xmlns = "http://schemas.microsoft.com/developer/msbuild/2003";
        Write("A.csproj", $"""<Project xmlns="{Xmlns}"><ItemGroup>{text}</ItemGroup></Project>""");

        SolutionProjects.HasPerformanceTests(Path.Combine(_root.FullName, "A.csproj")).Should().Be(uses);
    }

    private void WriteSolution(string second)
    {
        Write("tests/Perf/Perf.csproj", """<Project><ItemGroup><PackageReference Include="HttpPerf.Xunit" /></ItemGroup></Project>""");
        Write("tests/Unit/Unit.csproj", $"<Project>{second}</Project>");
        Write("All.slnx", """
            <Solution><Project Path="tests/Perf/Perf.csproj" /><Project Path="tests/Unit/Unit.csproj" /></Solution>
            """);
    }

    private void Write(string path, string text)
    {
        var full = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }

    [Theory]
    [InlineData("", null, "")]
    [InlineData("--filter Category=Orders", null, "")]
    [InlineData("tests/Perf --filter Category=Orders", "tests/Perf", "")]
    [InlineData("--project tests/Perf -c Release", "tests/Perf", "-c Release")]
    [InlineData("--project=tests/Perf", "tests/Perf", "")]
    [InlineData("--solution:Perf.slnx", "Perf.slnx", "")]
    [InlineData("-c=Release -p:Version=2 --property:Flag=1 -f net10.0", null, "-c=Release -p:Version=2 --property:Flag=1 -f net10.0")]
    [InlineData("-c:Release -r linux-x64 /property:Version=2", null, "-c:Release -r linux-x64 /property:Version=2")]
    [InlineData("-c Release tests/Perf/Perf.csproj --logger trx", "tests/Perf/Perf.csproj", "-c Release")]
    [InlineData("-p Version=2 --property Flag=1 --filter Orders", null, "-p:Version=2 -p:Flag=1")]
    [InlineData("--no-restore tests/Perf", "tests/Perf", "")]
    [InlineData("-c Release --logger:trx tests/Perf --filter Orders", "tests/Perf", "-c Release")]
    [InlineData("--filter tests/Perf", null, "")]
    [InlineData("--filter Name~proj --filter-class A B", null, "")]
    [InlineData("tests/Perf /m:1", "tests/Perf", "")]
    [InlineData("Perf.sln --logger trx -- -c Release", "Perf.sln", "")]
    public void What_is_built_and_how_is_taken_from_the_arguments_of_dotnet_test(string arguments, string? target, string build)
    {
        var tests = Parse(arguments);

        tests.Target.Should().Be(target);
        string.Join(' ', tests.BuildOptions).Should().Be(build);
        string.Join(' ', tests.All).Should().Be(arguments, "all are passed on");
    }

    [Theory]
    [InlineData("-o out", "-o")]
    [InlineData("tests/Perf --output=out", "--output")]
    [InlineData("--artifacts-path out", "--artifacts-path")]
    public void What_puts_one_build_elsewhere_than_the_other_is_refused(string arguments, string option)
    {
        var parsing = () => Parse(arguments);

        parsing.Should().Throw<ToolException>().WithMessage($"{option} moves today's build, so *");
    }

    [Fact]
    public void With_Microsofts_platform_output_says_how_much_is_shown()
    {
        File.WriteAllText(
            Path.Combine(_root.FullName, "global.json"), """{ "test": { "runner": "Microsoft.Testing.Platform" } }""");

        Parse("--output Detailed").Target.Should().BeNull();
        FluentActions.Invoking(() => Parse("-o out")).Should().Throw<ToolException>();
    }

    [Theory]
    [InlineData("", "", false)]
    [InlineData("", "tests", false)]
    [InlineData("", "tests/Perf", true)]
    [InlineData("tests", "", false)]
    [InlineData("tests/Perf", "", true)]
    [InlineData("Perf.csproj", "tests/Perf", true)]
    public void A_folder_without_a_project_or_solution_is_refused(string target, string folder, bool isRight)
    {
        var requiring = () => Parse(target).RequireTarget(Path.Combine(_root.FullName, folder));

        if (isRight)
            requiring.Should().NotThrow();
        else
            requiring.Should().Throw<ToolException>()
                .WithMessage("* has no project or solution. Go to the folder of one, or name it *");
    }

    public void Dispose() => _root.Delete(recursive: true);

    private TestArguments Parse(string arguments) =>
        TestArguments.Parse(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries), _root.FullName);
}
