using FluentAssertions;
using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests.Machine;

/// <summary>Two measurements of one process; those of two processes are tested end to end.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class MachineLockTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_second_measurement_waits_for_the_first_and_is_told_so()
    {
        var waiting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var first = MachineLock.Acquire(() => { }, Cancellation);

        var second = Task.Run(() => MachineLock.Acquire(waiting.SetResult, Cancellation), Cancellation);
        await waiting.Task.WaitAsync(TimeSpan.FromSeconds(30), Cancellation);
        second.IsCompleted.Should().BeFalse();
        first.Dispose();

        (await second.WaitAsync(TimeSpan.FromSeconds(30), Cancellation)).Dispose();
    }

    [Fact]
    public void A_file_that_can_not_be_created_is_no_other_measurement()
    {
        var path = Path.Combine(Path.GetTempPath(), "httpperf-no-such-folder", "httpperf.lock");

        var open = () => MachineLock.Acquire(() => { }, Cancellation, path);

        open.Should().Throw<DirectoryNotFoundException>().WithMessage("*httpperf-no-such-folder*");
    }

    [Fact]
    public void Waiting_can_be_cancelled()
    {
        using var cancellation = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        using var first = MachineLock.Acquire(() => { }, Cancellation);

        var second = () => MachineLock.Acquire(cancellation.Cancel, cancellation.Token);

        second.Should().Throw<OperationCanceledException>();
    }
}
