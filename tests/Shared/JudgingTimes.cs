using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// A lock for tests that judge times. A <c>dotnet test</c> of the solution runs projects beside each other; of those, one at a time may
/// run such tests.
/// </summary>
internal sealed class JudgingTimes : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(10);
    private static readonly string Path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), "httpperf-tests.lock");

    private readonly FileStream _file;

    private JudgingTimes(FileStream file) => _file = file;

    public static async Task<JudgingTimes> Take()
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            try
            {
                return new(new FileStream(Path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
            }
            catch (IOException) when (TimeProvider.System.GetElapsedTime(start) < Deadline)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(100), TestContext.Current.CancellationToken);
            }
        }
    }

    public void Dispose() => _file.Dispose();
}
