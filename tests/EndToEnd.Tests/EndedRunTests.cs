using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class EndedRunTests
{
    /// <summary>By then its server is connected. One whose parent dies before that waits for it for 10 s.</summary>
    private const string SecondEpoch = "epoch 2 of 64";

    /// <summary>So many epochs that it is still measuring when the signal comes, however busy the machine is.</summary>
    private const string Thresholds = """{ "settings": { "epochs": 64 }, "benchmarks": { "Served.*": { "timeRatio": 5 } } }""";

    [Fact]
    public async Task An_interrupted_run_fails_takes_its_server_along_and_frees_the_machine()
    {
        // What a shell runs in the background ignores interrupts, and so would all that it starts.
        await using var child = ChildTestRun.Start(
            "Category=Served", Thresholds, launcher: [.. ChildTestRun.LowPriority, "env", "--default-signal=INT"]);
        await child.WaitForOutput(SecondEpoch);

        RunningServer.Send("INT", RunningServer.ParentOf(RunningServer.Find(child)));

        // No process of it is left when it has finished.
        var run = await child.Finish();
        run.ExitCode.Should().NotBe(0, run.Output);
        run.Tests.Should().Contain(test => test.Message ==
            "System.Threading.Tasks.TaskCanceledException : Measuring Served was aborted, because the test run was cancelled or its test "
            + "took too long. Its limits were not checked.");
        child.HoldsLock.Should().BeFalse();
    }

    [Fact]
    public async Task A_killed_test_process_takes_its_server_along_and_frees_the_machine()
    {
        await using var child = ChildTestRun.StartExecutable("Served", Thresholds, launcher: ChildTestRun.LowPriority);
        await child.WaitForOutput(SecondEpoch);
        var server = RunningServer.Find(child);
        var tests = RunningServer.ParentOf(server);

        RunningServer.Send("KILL", tests);

        await Eventually.HoldsAsync(() => !Processes.IsRunning(server) && !Processes.IsRunning(tests));
        child.HoldsLock.Should().BeFalse();
    }
}
