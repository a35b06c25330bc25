using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Tests.Hosting;
using HttpPerf.Tests.Machine;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

[Collection(nameof(EndToEndRuns))]
public sealed class DisturbedRunTests
{
    [Fact]
    public async Task A_pause_of_the_tests_or_of_the_server_in_mid_run_fails_no_benchmark_whose_true_ratio_is_1()
    {
        await using var child = ChildTestRun.Start(
            "Category=Twins", """{ "benchmarks": { "Twins.*": { "timeRatio": 1.05, "timeRatioP95": 3 } } }""");

        await Eventually.HoldsAsync(() => child.Output.Contains("epoch 2 of 8", StringComparison.Ordinal));
        await Pause(RunningServer.ParentOf(RunningServer.Find(child)!.Value));
        await Eventually.HoldsAsync(() => child.Output.Contains("epoch 4 of 8", StringComparison.Ordinal));
        await Pause(RunningServer.Find(child)!.Value);

        var run = await child.Finish();
        run.ExitCode.Should().Be(0, run.Output);
        run["Twins.Other"].Outcome.Should().Be("Passed");
    }

    [Fact]
    public async Task Loops_that_keep_every_processor_busy_fail_no_benchmark_whose_true_ratio_is_1()
    {
        var hogs = Enumerable.Range(0, Environment.ProcessorCount).Select(_ => Process.Start("sh", ["-c", "while :; do :; done"])).ToList();
        try
        {
            await using var child = ChildTestRun.Start("Category=Twins", """{ "benchmarks": { "Twins.*": { "timeRatio": 1.05 } } }""");
            var run = await child.Finish();

            hogs.Should().OnlyContain(hog => !hog.HasExited);
            run.ExitCode.Should().Be(0, run.Output);
            run["Twins.Other"].Outcome.Should().Be("Passed");
        }
        finally
        {
            foreach (var hog in hogs)
            {
                hog.Kill();
                hog.Dispose();
            }
        }
    }

    [Fact]
    public async Task What_measures_and_its_server_are_preferred_meanwhile_and_the_report_says_so()
    {
        await using var child = ChildTestRun.Start("Category=Twins", """{ "benchmarks": { "Twins.*": { "timeRatio": 1.05 } } }""");

        await Eventually.HoldsAsync(() => child.Output.Contains("epoch 2 of 8", StringComparison.Ordinal));
        var server = RunningServer.Find(child)!.Value;
        Scheduling.ShouldBePreferred(server);
        Scheduling.ShouldBePreferred(RunningServer.ParentOf(server));

        var run = await child.Finish();
        var line = Scheduling.Granted is { } granted ? $"Scheduled with {granted}." : "";
        run["Twins.Other"].Output.Should().Contain(line);
    }

    /// <summary>As a suspended laptop or an overbooked machine does it.</summary>
    private static async Task Pause(int process)
    {
        RunningServer.Send("STOP", process);
        await Task.Delay(TimeSpan.FromSeconds(1), CancellationToken.None);
        RunningServer.Send("CONT", process);
    }
}
