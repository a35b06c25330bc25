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
        var ended = Path.Combine(Path.GetTempPath(), $"httpperf-{Guid.NewGuid():N}");
        string[] arguments = ["-c", $"touch {ended}; exit 1"];

        Task run = isCaptured
            ? ChildProcess.Capture("sh", arguments, Path.GetTempPath(), cancellation.Token)
            : ChildProcess.Run("sh", arguments, new Dictionary<string, string>(), cancellation.Token);
        await Eventually.HoldsAsync(() => File.Exists(ended));
        await cancellation.CancelAsync();

        await run.Awaiting(r => r).Should().ThrowAsync<OperationCanceledException>();
        File.Delete(ended);
    }
}
