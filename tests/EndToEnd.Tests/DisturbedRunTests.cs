using System.Diagnostics;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

[Collection(nameof(EndToEndRuns))]
public sealed class DisturbedRunTests : IClassFixture<JudgedTimes>
{
    [Fact]
    public async Task What_measures_is_preferred_and_a_pause_of_it_or_of_its_server_fails_no_benchmark_whose_true_ratio_is_1()
    {
        await using var child = ChildTestRun.StartExecutable(
            "Twins",
            """
            { "settings": { "budgetSeconds": 5, "processes": 1 }, "benchmarks": { "Twins.*": { "timeRatio": 1.05, "timeRatioP95": 3 } } }
            """);

        await child.WaitForOutput("epoch 2 of 8");
        var server = RunningServer.Find(child);
        Scheduling.ShouldBePreferred(server);
        Scheduling.ShouldBePreferred(RunningServer.ParentOf(server));
        await Pause(RunningServer.ParentOf(server));
        await child.WaitForOutput("epoch 4 of 8");
        await Pause(RunningServer.Find(child));

        var run = await child.Finish();
        run.ExitCode.Should().Be(0, run.Output);
        run["Twins.Other"].Outcome.Should().Be("Passed");
        run["Twins.Other"].Output.Should().Contain(Scheduling.Granted is { } granted ? $"Scheduled with {granted}." : "");
    }

    [Fact]
    public async Task Loops_that_keep_every_processor_busy_fail_no_benchmark_whose_true_ratio_is_1()
    {
        var hogs = Enumerable.Range(0, Environment.ProcessorCount).Select(_ => Process.Start("sh", ["-c", "while :; do :; done"])).ToList();
        try
        {
            var run = await TestRun.OfExecutable(
                "Twins",
                """{ "settings": { "budgetSeconds": 5, "processes": 1 }, "benchmarks": { "Twins.*": { "timeRatio": 1.05 } } }""");

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

    /// <summary>As a suspended laptop or an overbooked machine does it.</summary>
    private static async Task Pause(int process)
    {
        RunningServer.Send("STOP", process);
        await Task.Delay(TimeSpan.FromSeconds(1), CancellationToken.None);
        RunningServer.Send("CONT", process);
    }
}
