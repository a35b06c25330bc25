using System.Diagnostics;
using System.Globalization;
using FluentAssertions;
using HttpPerf.Results.Programs;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class ChildProcessTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_program_that_Ctrl_C_has_ended_first_is_interrupted_and_has_not_failed(bool isCaptured)
    {
        using var cancellation = new CancellationTokenSource();
        var ended = NewPath();
        string[] arguments = ["-c", $"touch {ended}; exit 1"];

        Task run = isCaptured
            ? ChildProcess.Capture(Shell(arguments), cancellation.Token)
            : ChildProcess.Run(new("sh", arguments), cancellation.Token);
        await Eventually.HoldsAsync(() => File.Exists(ended));
        await cancellation.CancelAsync();

        await run.Awaiting(r => r).Should().ThrowAsync<OperationCanceledException>();
        File.Delete(ended);
    }

    [Fact]
    public async Task What_a_program_has_left_behind_is_not_waited_for_after_Ctrl_C()
    {
        var id = NewPath();
        try
        {
            // A child of a program that has ended is not found among its processes.
            var run = ChildProcess.Capture(
                Shell("-c", $"sleep 1000 & echo $! > {id}; exit 130"), TestContext.Current.CancellationToken);

            await run.Awaiting(r => r.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken))
                .Should().ThrowAsync<OperationCanceledException>();
        }
        finally
        {
            using var left = Process.GetProcessById(int.Parse(
                await File.ReadAllTextAsync(id, CancellationToken.None), CultureInfo.InvariantCulture));
            left.Kill();
            File.Delete(id);
        }
    }

    /// <summary>As whatever ends a job or a container signals it, and not what it has started.</summary>
    [Theory]
    [InlineData("TERM", "exec sleep 1000")]
    [InlineData("INT", "exec sleep 1000")]
    // It ends, and leaves behind what it has started.
    [InlineData("TERM", "sh -c \"trap '' INT; sleep 1000; :\" & trap 'exit 1' INT; wait")]
    // It doesn't end by itself, and neither does what it has started.
    [InlineData("TERM", "trap '' INT; sleep 1000 & wait; sleep 1000")]
    public async Task What_ends_the_tool_alone_ends_all_that_it_has_started(string signal, string tests)
    {
        using var repository = await ToolRepository.Create();
        var id = Guid.NewGuid().ToString("N");
        // A program that a shell runs in the background ignores interrupts, and so would all that it starts.
        var command = repository.Command(
            "env", repository.Root, "--default-signal=INT", "sh", "-c", $"exec {ToolRepository.Tool} against HEAD -- Code.csproj");
        command.Environment["RUN_OF_THE_TOOL"] = id;
        var started = Path.Combine(repository.Root, "..", "started");
        command.Environment["INSTEAD_OF_DOTNET"] = $"if [ \"$1\" = test ]; then touch '{started}'; {tests}; fi";
        using var tool = Process.Start(command)!;
        await Eventually.HoldsAsync(() => File.Exists(started) || tool.HasExited);

        using (var kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        tool.ExitCode.Should().Be(ExitCode.Interrupted);
        await Eventually.HoldsAsync(() => Processes.WithVariable("RUN_OF_THE_TOOL", id).Count == 0);
    }

    [Fact]
    public void A_process_that_can_not_be_ended_any_more_is_no_failure()
    {
        using var process = Process.Start("true");
        process.WaitForExit();
        ProcessTree.Kill(process);

        using var never = new Process();
        ProcessTree.Kill(never);
    }

    private static ProcessStartInfo Shell(params string[] arguments) => new("sh", arguments)
    {
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    };

    private static string NewPath() => Path.Combine(Path.GetTempPath(), $"httpperf-{Guid.NewGuid():N}");
}
