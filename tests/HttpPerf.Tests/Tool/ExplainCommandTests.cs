using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class ExplainCommandTests
{
    [Theory]
    [InlineData("Orders.List", "DisplayName~Orders.List")]
    [InlineData("Orders.List(Size: 10)", @"DisplayName~Orders.List\(Size: 10\)")]
    [InlineData("a|b&c", @"DisplayName~a\|b\&c")]
    public void A_case_is_selected_by_its_name_whatever_it_contains(string name, string filter) =>
        ExplainCommand.ArgumentsFor(name, isMicrosoftsPlatform: false).Should().StartWith(["--filter", filter]);

    [Fact]
    public void Another_platform_selects_it_with_all_its_parameters() =>
        ExplainCommand.ArgumentsFor("Orders.List(Size: 10)", isMicrosoftsPlatform: true)
            .Should().Equal("--filter-method", "*Orders.List*", "--output", "Detailed");

    [Theory]
    [InlineData("""{ "test": { "runner": "Microsoft.Testing.Platform" } }""", true)]
    [InlineData("""{ /* as before */ "test": { "runner": "VSTest" }, }""", false)]
    [InlineData("""{ "sdk": { "version": "10.0.100" } }""", false)]
    [InlineData("""{ "test": "Microsoft.Testing.Platform" }""", false)]
    [InlineData("not JSON", false)]
    public void The_nearest_file_of_the_SDK_decides_on_the_platform(string file, bool isMicrosofts)
    {
        var folder = Directory.CreateTempSubdirectory("httpperf-platform-");
        try
        {
            File.WriteAllText(Path.Combine(folder.FullName, "global.json"), file);
            var below = folder.CreateSubdirectory("tests");

            TestPlatform.IsMicrosofts(below.FullName).Should().Be(isMicrosofts);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
