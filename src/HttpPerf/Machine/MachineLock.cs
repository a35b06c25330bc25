namespace HttpPerf.Machine;

/// <summary>
/// Lets one measurement at a time run on a machine, whichever process asks: two at once would measure each other.
/// A lock on a file, because the operating system releases it however its process ends, and no thread owns it.
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
            // Read access suffices to lock it, and lets users share the file that one of them has made.
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
