using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

// Measuring uses up its time where nothing decides which of two is slower.
[Collection(nameof(EndToEndRuns))]
public sealed class BesideEachOtherTests(BesideEachOtherTests.Fixture fixture) : IClassFixture<BesideEachOtherTests.Fixture>
{
    private const string Undecided =
        """
        Turns\.Other probably \((over )?\d\d %\) breaks thresholds\.json:1, which allows "timeRatio" up to 0\.90×\.

          median     .*µs/op   \(baseline One: .*µs/op\)
          between \S+× and \S+×: \d+ rounds in \d+ epochs
          would have found .*

          Only more fresh processes could decide it, but there was no time for enough of them\. Measure on a quieter machine, raise the
        """
        + """
         budget \("budgetSeconds" in the "settings" of thresholds\.json, or HTTPPERF_BUDGET_SECONDS\), or move the limit outside the
        """
        + """
         interval\.
        """;

    [Fact]
    public void An_undecided_limit_passes_with_a_warning()
    {
        fixture.Lenient.ExitCode.Should().Be(0, fixture.Lenient.Output);
        fixture.Lenient["Turns.Other"].Outcome.Should().Be("Passed");
        fixture.Lenient["Turns.Other"].Output.Should()
            .MatchRegex($"WARNING: {Undecided}\n  The test passes; set HTTPPERF_STRICT=1 to make it fail\\.")
            .And.Contain("| inconclusive |");
    }

    [Fact]
    public void An_undecided_limit_fails_under_strict_rules()
    {
        fixture.Strict.ExitCode.Should().NotBe(0);
        fixture.Strict["Turns.Other"].Message.Should().MatchRegex($"^HttpPerf\\.PerfTestException : {Undecided}$");
        fixture.Strict["Turns.One"].Outcome.Should().Be("Passed");
    }

    [Fact]
    public void A_run_waits_for_another_one_on_the_machine_and_says_so()
    {
        fixture.Strict.Progress.First().Should().Be("Turns: 2 cases");
        fixture.Strict.Progress.ElementAt(1).Should().MatchRegex(
            @"^Turns: another performance test runs on this machine \(SampleTests \(Turns\), process \d+\); waiting for it to end$");
        fixture.Strict["Turns.One"].Output.Should().MatchRegex(
            @"Waited \d+\.\d s for another performance test on this machine \(SampleTests \(Turns\), process \d+\)\.");
        fixture.Lenient.Output.Should().NotContain("waiting for it to end");
    }

    public sealed class Fixture : IAsyncLifetime
    {
        private const string Thresholds =
            """{ "settings": { "budgetSeconds": 1, "epochs": 6 }, "benchmarks": { "Turns.*": { "timeRatio": 0.9 } } }""";

        internal TestRun Lenient { get; private set; } = null!;

        internal TestRun Strict { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            using var alone = new JudgedTimes();
            await using var lenient = ChildTestRun.StartExecutable("Turns", Thresholds);
            await lenient.WaitForOutput("epoch 1 of 6");

            // It stands still until the other has met it, which takes its time to start.
            Signal("STOP", lenient);
            await using var strict = ChildTestRun.StartExecutable(
                "Turns", Thresholds, new Dictionary<string, string> { ["HTTPPERF_STRICT"] = "1" }, sharesLockWith: lenient);
            await strict.WaitForOutput("waiting for it to end");
            Signal("CONT", lenient);

            Lenient = await lenient.Finish();
            Strict = await strict.Finish();
        }

        public ValueTask DisposeAsync() => default;

        private static void Signal(string signal, ChildTestRun run)
        {
            foreach (var process in run.Processes)
                RunningServer.Send(signal, process);
        }
    }
}
