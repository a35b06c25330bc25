using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Cases that are only called, to see whether they work.</summary>
public sealed class DryRunTests
{
    private static readonly Dictionary<string, string> Dry = new() { ["HTTPPERF_DRY"] = "1" };

    [Fact]
    public async Task What_works_passes_without_limits_and_what_does_not_fails_with_the_reason()
    {
        var run = await TestRun.OfExecutableBeside("Faulty", thresholds: null, environment: Dry);

        run.Tests.Where(test => test.Outcome == "Passed").Select(test => test.Name)
            .Should().BeEquivalentTo("Faulty.Works", "Faulty.WorksToo");
        run["Faulty.Works"].Output.Trim().Should().Be("Called once and not measured, because HTTPPERF_DRY is 1.");
        run["Faulty.Throws"].Message.Should().StartWith(
            """
            HttpPerf.PerfTestException : Faulty.Throws does not work.

              The benchmark threw System.InvalidOperationException: the disk is full
            """);
        run["Faulty.FailsInSetup"].Message.Should().Contain("no database");
        run["Faulty.FailsInCleanup"].Message.Should().Contain("the file is in use");
        run["Faulty.ForgetsItsWork"].Message.Should().Contain("It starts work that nothing awaits");
        run.Artifacts.Should().BeEmpty();
        run.Progress.Should().Equal("Every case was called once. Nothing was measured or judged, because HTTPPERF_DRY is 1.");
    }

    [Fact]
    public async Task Where_code_asserts_the_test_is_skipped()
    {
        var run = await TestRun.OfExecutableBeside("ByCode", thresholds: null, environment: Dry);

        run.ExitCode.Should().Be(0, run.Output);
        run.Tests.Should().ContainSingle().Which.Outcome.Should().Be("Skip");
        run.Output.Should().Contain("Sample.Reads(Size: 10) works. It was called once and not measured, because HTTPPERF_DRY is 1.");
    }
}
