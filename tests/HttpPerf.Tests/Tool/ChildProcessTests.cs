using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class ChildProcessTests
{
    [Fact]
    public async Task A_program_that_Ctrl_C_has_ended_first_is_interrupted_and_has_not_failed()
    {
        using var cancellation = new CancellationTokenSource();
        var ended = Path.Combine(Path.GetTempPath(), $"httpperf-{Guid.NewGuid():N}");

        var run = ChildProcess.Run("sh", ["-c", $"touch {ended}; exit 1"], new Dictionary<string, string>(), cancellation.Token);
        await Eventually.HoldsAsync(() => File.Exists(ended));
        await cancellation.CancelAsync();

        await run.Awaiting(r => r).Should().ThrowAsync<OperationCanceledException>();
        File.Delete(ended);
    }
}
