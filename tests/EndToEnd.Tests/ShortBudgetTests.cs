using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class ShortBudgetTests
{
    /// <summary>The case takes 1.95 to 2 times its baseline's time, so other processes might find that it meets a limit of 1.92.</summary>
    [Theory]
    [InlineData(1.2, "Failed")]
    [InlineData(1.92, "Passed")]
    public async Task Where_there_is_no_time_for_fresh_processes_this_one_decides_what_they_would_hardly_decide_otherwise(
        double limit, string outcome)
    {
        var run = await TestRun.OfExecutableBeside(
            "Slower",
            FormattableString.Invariant(
                $$"""{ "settings": { "budgetSeconds": 3, "epochs": 4 }, "benchmarks": { "Slower.*": { "timeRatio": {{limit}} } } }"""));

        var twice = run["Slower.Twice"];
        twice.Outcome.Should().Be(outcome, twice.Message);
        twice.Output.Should().MatchRegex(
            "Times were judged by this process alone, because there was no time for fresh processes: the group would have taken at least "
            + @"\d+ s, and with a budget of 3 s it may take 6 s \(twice the budget\)\. Intervals of ratios are wider for that\.");
        (outcome == "Failed" ? twice.Message : twice.Output).Should().MatchRegex(@"between .*× and .*×: \d+ rounds in \d+ epochs");
        run.Progress.Should().NotContain(line => line.Contains("fresh process", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Where_a_second_fresh_process_would_take_too_long_one_decides_with_this_one()
    {
        var run = await TestRun.OfExecutableBeside(
            "SlowToBuildInOthers",
            """{ "settings": { "budgetSeconds": 8, "epochs": 4 }, "benchmarks": { "SlowToBuildInOthers.*": { "timeRatio": 1.2 } } }""");

        var slower = run["SlowToBuildInOthers.Slower"];
        slower.Outcome.Should().Be("Failed", slower.Output);
        slower.Message.Should().MatchRegex(@"between \d\.\d\d× and \d\.\d\d×: 2 processes: [234]\.\d\d×, [234]\.\d\d×");
        slower.Output.Should().MatchRegex(
            @"Measured again in one fresh process, in \d+\.\d s: Slower\. With another, the group would have taken more than 20 s");
    }
}
