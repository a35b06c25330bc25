using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// For tests that judge times. A <c>dotnet test</c> of the solution runs projects beside each other; of those, one at a time may run such
/// tests. It is taken for a class and not for longer, so that others don't wait for what only needs a process for itself. The library's own
/// lock is another one: its measurements in these tests take it themselves.
/// </summary>
public sealed class JudgedTimes : IDisposable
{
    private static readonly string LockFile = Path.Combine(Path.GetTempPath(), "httpperf-tests.lock");

    private readonly MachineLock _lock = MachineLock.Acquire(
        _ => { }, TestContext.Current.CancellationToken, path: LockFile);

    public void Dispose() => _lock.Dispose();
}
