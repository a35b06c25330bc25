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
    [InlineData("Perf.sln --logger trx -- -c Release", "Perf.sln", "")]
    public void What_is_built_and_how_is_taken_from_the_arguments_of_dotnet_test(string arguments, string? target, string build)
    {
        var tests = TestArguments.Parse(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        tests.Target.Should().Be(target);
        string.Join(' ', tests.BuildOptions).Should().Be(build);
        string.Join(' ', tests.All).Should().Be(arguments, "all are passed on");
    }
}
