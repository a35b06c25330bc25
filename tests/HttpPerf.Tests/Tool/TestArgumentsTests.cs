using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class TestArgumentsTests
{
    [Theory]
    [InlineData("", null, "")]
    [InlineData("--filter Category=Orders", null, "")]
    [InlineData("tests/Perf --filter Category=Orders", "tests/Perf", "")]
    [InlineData("--project tests/Perf -c Release", "tests/Perf", "-c Release")]
    [InlineData("-c=Release -p:Version=2 --property:Flag=1 -f net10.0", null, "-c=Release -p:Version=2 --property:Flag=1 -f net10.0")]
    [InlineData("-c:Release -r linux-x64 /property:Version=2", null, "-c:Release -r linux-x64 /property:Version=2")]
    [InlineData("-c Release tests/Perf/Perf.csproj --logger trx", "tests/Perf/Perf.csproj", "-c Release")]
    [InlineData("Perf.sln --logger trx -- -c Release", "Perf.sln", "")]
    public void What_is_built_and_how_is_taken_from_the_arguments_of_dotnet_test(string arguments, string? target, string build)
    {
        var tests = TestArguments.Parse(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        tests.Target.Should().Be(target);
        string.Join(' ', tests.BuildOptions).Should().Be(build);
        string.Join(' ', tests.All).Should().Be(arguments, "all are passed on");
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
        var root = Directory.CreateTempSubdirectory("httpperf-");
        try
        {
            var project = Directory.CreateDirectory(Path.Combine(root.FullName, "tests", "Perf")).FullName;
            File.WriteAllText(Path.Combine(project, "Perf.csproj"), "");
            var tests = TestArguments.Parse(target.Split(' ', StringSplitOptions.RemoveEmptyEntries));

            var requiring = () => tests.RequireTarget(Path.Combine(root.FullName, folder));

            if (isRight)
                requiring.Should().NotThrow();
            else
                requiring.Should().Throw<ToolException>()
                    .WithMessage("* has no project or solution. Go to the folder of one, or name it *");
        }
        finally
        {
            root.Delete(recursive: true);
        }
    }
}
