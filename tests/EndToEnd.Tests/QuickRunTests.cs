using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

// A quick run's four epochs leave no room for one that other tests disturb.
[Collection(nameof(EndToEndRuns))]
public sealed class QuickRunTests : IClassFixture<JudgedTimes>
{
    /// <summary>The case takes twice its baseline's time.</summary>
    [Theory]
    [InlineData(4, true)]
    [InlineData(0.2, false)]
    public async Task Only_times_that_are_grossly_wrong_fail(double limit, bool passes)
    {
        var run = await TestRun.OfExecutable(
            "Slower",
            FormattableString.Invariant($$"""{ "benchmarks": { "Slower.*": { "timeRatio": {{limit}} } } }"""),
            new Dictionary<string, string> { ["HTTPPERF_QUICK"] = "1" });

        var twice = run["Slower.Twice"];
        twice.Outcome.Should().Be(passes ? "Passed" : "Failed", twice.Output);
        twice.Output.Should().Contain("(HTTPPERF_QUICK). A time fails only beyond twice its limit.").And.NotContain("fresh process");
        if (!passes)
            twice.Message.Should().Contain("its baseline's time; thresholds.json:1 allows 0.40× in a quick run.");
    }
}
