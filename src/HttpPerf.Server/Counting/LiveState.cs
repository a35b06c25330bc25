using System.Diagnostics;

namespace HttpPerf.Counting;

/// <summary>Bytes and resources that are left in a process after full collections.</summary>
/// <param name="Bytes">Managed bytes of all live objects.</param>
/// <param name="Handles">Open file descriptors, those of sockets included; on Windows, handles.</param>
/// <param name="Sockets">Open sockets; below 0 where the system doesn't list them.</param>
/// <param name="Timers">Active timers of .NET.</param>
/// <param name="Threads">Threads, those of the pool and of the runtime included.</param>
internal readonly record struct LiveState(long Bytes, long Handles, long Sockets, long Timers, long Threads)
{
    private const string OpenFiles = "/proc/self/fd";
    private const string Tasks = "/proc/self/task";

    /// <summary>Whether the system lists what is open.</summary>
    private static readonly bool IsListed = Directory.Exists(OpenFiles) && Directory.Exists(Tasks);

    /// <summary>Collects all garbage of this process, that of finalizers included, and reads what is left.</summary>
    public static LiveState Collect()
    {
        CollectAll();
        GC.WaitForPendingFinalizers();
        CollectAll();
        // Not GC.GetTotalMemory: it also counts the buffers of 8 KB in which threads allocate next.
        var bytes = GC.GetGCMemoryInfo(GCKind.FullBlocking).PromotedBytes;
        return IsListed ? Listed(bytes) : Unlisted(bytes);
    }

    public static LiveState operator +(LiveState a, LiveState b) =>
        new(a.Bytes + b.Bytes, a.Handles + b.Handles, a.Sockets + b.Sockets, a.Timers + b.Timers, a.Threads + b.Threads);

    /// <summary>Live objects take as many bytes wherever they are, and moving many of them would take long.</summary>
    private static void CollectAll() => GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: false);

    private static LiveState Listed(long bytes)
    {
        var (handles, sockets) = (0, 0);
        foreach (var file in new DirectoryInfo(OpenFiles).EnumerateFileSystemInfos())
        {
            handles++;
            sockets += file.LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true ? 1 : 0;
        }

        return new(bytes, handles, sockets, Timer.ActiveCount, Directory.EnumerateDirectories(Tasks).Count());
    }

    private static LiveState Unlisted(long bytes)
    {
        using var process = Process.GetCurrentProcess();
        return new(bytes, process.HandleCount, -1, Timer.ActiveCount, process.Threads.Count);
    }
}
