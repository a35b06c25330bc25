using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class QuickRunTests
{
    /// <summary>The case takes twice its baseline's time.</summary>
    [Fact]
    public async Task A_time_that_is_grossly_wrong_fails()
    {
        var run = await TestRun.OfExecutableBeside(
            "Slower",
            """{ "benchmarks": { "Slower.*": { "timeRatio": 0.2 } } }""",
            environment: new Dictionary<string, string> { ["HTTPPERF_QUICK"] = "1" });

        var twice = run["Slower.Twice"];
        twice.Outcome.Should().Be("Failed", twice.Output);
        twice.Output.Should().Contain("(HTTPPERF_QUICK). A time fails only beyond twice its limit.").And.NotContain("fresh process");
        twice.Message.Should().Contain("its baseline's time; thresholds.json:1 allows 0.40× in a quick run.");
    }
}
