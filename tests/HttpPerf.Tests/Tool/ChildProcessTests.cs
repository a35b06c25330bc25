using System.Diagnostics;
using System.Globalization;
using FluentAssertions;
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
            ? ChildProcess.Capture("sh", arguments, Path.GetTempPath(), cancellation.Token)
            : ChildProcess.Run("sh", arguments, new Dictionary<string, string>(), cancellation.Token);
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
            // What a program started that has ended is not found among its processes.
            var run = ChildProcess.Capture(
                "sh", ["-c", $"sleep 1000 & echo $! > {id}; exit 130"], Path.GetTempPath(), TestContext.Current.CancellationToken);

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

    private static string NewPath() => Path.Combine(Path.GetTempPath(), $"httpperf-{Guid.NewGuid():N}");
}
