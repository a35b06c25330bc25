namespace HttpPerf.Machine;

/// <summary>
/// Allows one measurement at a time on a machine, across processes: two at once would measure each other. It is a file lock, because the
/// operating system releases it however the process ends, and no thread owns it.
/// </summary>
internal sealed class MachineLock : IDisposable
{
    private static readonly string LockFile = Path.Combine(Path.GetTempPath(), "httpperf.lock");
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly FileStream _file;

    private MachineLock(FileStream file) => _file = file;

    /// <param name="waiting">Called once, when another run holds the lock.</param>
    /// <param name="cancellation">Stops waiting.</param>
    public static MachineLock Acquire(Action waiting, CancellationToken cancellation)
    {
        for (var attempt = 0; ; attempt++)
        {
            cancellation.ThrowIfCancellationRequested();
            if (TryOpen() is { } file)
                return new MachineLock(file);
            if (attempt == 0)
                waiting();
            cancellation.WaitHandle.WaitOne(PollInterval);
        }
    }

    public void Dispose() => _file.Dispose();

    private static FileStream? TryOpen()
    {
        try
        {
            // Read access is enough to lock the file, and lets users share a file that one of them created.
            return File.Exists(LockFile)
                ? new FileStream(LockFile, FileMode.Open, FileAccess.Read, FileShare.None)
                : new FileStream(LockFile, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException)
        {
            return null;
        }
    }
}
