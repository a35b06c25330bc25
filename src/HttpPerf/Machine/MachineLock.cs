namespace HttpPerf.Machine;

/// <summary>
/// Allows one measurement at a time on a machine, across processes: two at once would measure each other. It is a file lock, because the
/// operating system releases it however the process ends, and no thread owns it.
/// </summary>
internal sealed class MachineLock : IDisposable
{
    /// <summary>The file that is locked.</summary>
    public static readonly string LockFile = Path.Combine(Path.GetTempPath(), "httpperf.lock");

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly FileStream _file;

    private MachineLock(FileStream file) => _file = file;

    /// <param name="waiting">Called once, when another run holds the lock.</param>
    /// <param name="cancellation">Stops waiting.</param>
    /// <param name="path">The file; null for that of this machine.</param>
    /// <exception cref="IOException">There is no such file, and it can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read or created.</exception>
    public static MachineLock Acquire(Action waiting, CancellationToken cancellation, string? path = null)
    {
        for (var attempt = 0; ; attempt++)
        {
            cancellation.ThrowIfCancellationRequested();
            if (TryOpen(path ?? LockFile) is { } file)
                return new MachineLock(file);
            if (attempt == 0)
                waiting();
            cancellation.WaitHandle.WaitOne(PollInterval);
        }
    }

    public void Dispose() => _file.Dispose();

    private static FileStream? TryOpen(string path)
    {
        try
        {
            // Read access is enough to lock the file, and lets users share a file that one of them created.
            return File.Exists(path)
                ? new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None)
                : new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException e) when (e is FileNotFoundException || File.Exists(path))
        {
            // It is locked, or has been deleted or created meanwhile.
            return null;
        }
    }
}
