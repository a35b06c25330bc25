using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>The exit code where nothing could be done, by which <c>git bisect run</c> skips a commit.</summary>
public sealed class EntryPointTests
{
    [Theory]
    [InlineData("against")]
    [InlineData("against", "--property", "Name")]
    [InlineData("against", "main", "--misspelled")]
    public async Task A_mistake_in_the_command_is_no_verdict(params string[] arguments) =>
        (await EntryPoint.Main(arguments)).Should().Be(ExitCode.Refused);

    [Theory]
    [InlineData("accept --broken -- Orders.*", "Orders.*")]
    [InlineData("accept --broken Orders.*", "Orders.*")]
    [InlineData("against main -- --filter Category=Orders", "main")]
    public void What_follows_two_dashes_is_for_dotnet_test_only_where_the_command_runs_it(string command, string argument)
    {
        var parsed = EntryPoint.Parse(command.Split(' '));

        parsed.Errors.Should().BeEmpty();
        parsed.CommandResult.Tokens.Select(token => token.Value).Should().Equal(argument);
    }

    [Fact]
    public async Task Help_is_no_mistake() => (await EntryPoint.Main(["against", "--help"])).Should().Be(0);

    [Fact]
    public async Task A_file_that_can_not_be_written_is_a_refusal()
    {
        var folder = Directory.CreateTempSubdirectory("httpperf-").FullName;
        try
        {
            ResultsFile.Write(Path.Combine(folder, "results.json"), Recorded.Document);

            (await EntryPoint.Main(["trend", folder, "--output", folder])).Should().Be(ExitCode.Refused);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
