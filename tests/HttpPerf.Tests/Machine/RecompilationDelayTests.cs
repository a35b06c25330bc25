using FluentAssertions;
using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests.Machine;

public sealed class RecompilationDelayTests
{
    [Theory]
    [InlineData(null, null, 100)]
    [InlineData(null, "0", 0)]
    [InlineData("A", "0", 10)]
    [InlineData("64", null, 100)]
    [InlineData("", "25", 25)]
    public void The_environment_comes_before_the_project_and_both_before_the_default(string? variable, string? option, int milliseconds) =>
        RecompilationDelay.Read(name => name == "DOTNET_TC_CallCountingDelayMs" ? variable : null, option)
            .Should().Be(TimeSpan.FromMilliseconds(milliseconds));

    [Theory]
    [InlineData("DOTNET_TieredCompilation", "0", true)]
    [InlineData("DOTNET_TC_CallCounting", "0", true)]
    [InlineData("DOTNET_TieredCompilation", "1", false)]
    [InlineData("DOTNET_TC_CallCounting", "", false)]
    public void There_is_none_where_the_environment_says_that_nothing_is_recompiled(string variable, string value, bool isNone) =>
        (RecompilationDelay.Read(name => name == variable ? value : null, "0") is null).Should().Be(isNone);
}
