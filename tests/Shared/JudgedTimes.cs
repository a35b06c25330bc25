using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// For tests that judge times. A <c>dotnet test</c> of the solution runs projects beside each other; of those, one at a time may run such
/// tests. The library's own lock is another one: its measurements in these tests take it themselves.
/// </summary>
internal static class JudgedTimes
{
    private static readonly string LockFile = Path.Combine(Path.GetTempPath(), "httpperf-tests.lock");

    public static MachineLock WaitForOthers() => MachineLock.Acquire(() => { }, TestContext.Current.CancellationToken, LockFile);
}
