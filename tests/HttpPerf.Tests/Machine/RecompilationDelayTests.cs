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
        RecompilationDelay.Read(variable, option).Should().Be(TimeSpan.FromMilliseconds(milliseconds));
}
