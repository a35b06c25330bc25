using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>A server that stops answering in the middle of measuring.</summary>
public sealed class HangingRunTests
{
    [Fact]
    public async Task A_call_that_never_returns_fails_its_group_and_is_named()
    {
        var run = await TestRun.OfExecutableBeside(
            "Hanging", """{ "settings": { "callTimeoutSeconds": 3 }, "benchmarks": { "Hanging.*": { "timeRatio": 100 } } }""");

        run.ExitCode.Should().NotBe(0);
        run.Tests.Select(test => test.Name).Should().BeEquivalentTo("Hanging.Get", "Hanging.Stalls");
        foreach (var test in run.Tests)
            test.Message.Should().StartWith(
                $"HttpPerf.PerfTestException : {test.Name} could not be measured, so its limits were not checked.\n\n"
                + "  Hanging.Stalls did not return within 3 s, so it is considered hung, and measuring the group was stopped.");
    }
}
