using System.Diagnostics;
using HttpPerf.Model;

namespace HttpPerf.Machine;

/// <summary>
/// Allows one measurement at a time on a machine, across processes and users: two at once would measure each other. It is a file lock,
/// because the operating system releases it however the process ends, and no thread owns it. Who waits for it has a place in a queue.
/// </summary>
internal sealed class MachineLock : IDisposable
{
    /// <summary>The file that is locked.</summary>
    public static readonly string LockFile = Path.Combine(Path.GetTempPath(), "httpperf.lock");

    /// <summary>How long a run waits at most unless it is told otherwise.</summary>
    public static readonly TimeSpan DefaultLimit = TimeSpan.FromMinutes(30);

    private const UnixFileMode OfEverybody =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    /// <summary>Whoever is first in the queue takes a free lock at the next poll. After this time it is taken for suspended.</summary>
    private static readonly TimeSpan LongestTurn = TimeSpan.FromSeconds(10);

    private readonly string _path;
    private readonly QueuePlace? _place;
    private FileStream? _file;
    private string? _ahead;
    private long _aheadSince;

    private MachineLock(string path, QueuePlace? place) => (_path, _place) = (path, place);

    /// <summary>Why nothing is locked; null if the file is.</summary>
    public LockObstacle? Obstacle { get; private set; }

    /// <summary>The last run that was waited for, e.g. <c>OrdersTests, process 4711</c>; null if none was, or none is known.</summary>
    public string? WaitedFor { get; private set; }

    /// <param name="waiting">Called when another run holds the lock, and then every 30 s, with a progress message.</param>
    /// <param name="cancellation">Stops waiting.</param>
    /// <param name="name">The name of this run for others that wait; null for the process's name.</param>
    /// <param name="limit">How long to wait at most; null for <see cref="DefaultLimit"/>.</param>
    /// <param name="path">The file; null for this machine's.</param>
    /// <param name="reminder">How often <paramref name="waiting"/> is called; null for every 30 s.</param>
    /// <returns>The lock. It has an <see cref="Obstacle"/> and keeps nobody away if the file is there and can't be locked.</returns>
    /// <exception cref="IOException">There is no such file, and it can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">Likewise.</exception>
    /// <exception cref="TimeoutException">Another run held the lock all the time. The message says which.</exception>
    public static MachineLock Acquire(
        Action<string> waiting,
        CancellationToken cancellation,
        string? name = null,
        TimeSpan? limit = null,
        string? path = null,
        TimeSpan? reminder = null)
    {
        path ??= LockFile;
        cancellation.ThrowIfCancellationRequested();
        LockFiles.Create(path, OfEverybody);
        if (LockFiles.FindObstacle(path) is { } obstacle)
            return new(path, null) { Obstacle = obstacle };
        var acquired = new MachineLock(path, QueuePlace.TryTake(Path.ChangeExtension(path, ".queue"), name ?? OfThisProcess));
        try
        {
            acquired.Wait(waiting, limit ?? DefaultLimit, reminder ?? TimeSpan.FromSeconds(30), cancellation);
            return acquired;
        }
        catch
        {
            acquired.Dispose();
            throw;
        }
    }

    private static string OfThisProcess => Path.GetFileNameWithoutExtension(Environment.ProcessPath) ?? "a process";

    public void Dispose()
    {
        // The place first: whoever comes next is then the first in the queue when the lock is free.
        _place?.Dispose();
        _file?.Dispose();
    }

    private void Wait(Action<string> waiting, TimeSpan limit, TimeSpan reminder, CancellationToken cancellation)
    {
        var start = Stopwatch.GetTimestamp();
        TimeSpan? lastSaid = null;
        while (!TryTake())
        {
            var waited = Stopwatch.GetElapsedTime(start);
            WaitedFor = Holder() ?? WaitedFor;
            if (waited >= limit)
                throw new TimeoutException(Describe(limit));
            if (lastSaid is null || waited - lastSaid >= reminder)
            {
                var by = WaitedFor is null ? "" : $" ({WaitedFor})";
                var since = lastSaid is null ? "" : $", for {waited.InSeconds("0.##")} s now";
                waiting($"another performance test runs on this machine{by}; waiting for it to end{since}");
                lastSaid = waited;
            }

            cancellation.WaitHandle.WaitOne(PollInterval);
            cancellation.ThrowIfCancellationRequested();
        }
    }

    private string Describe(TimeSpan limit) =>
        $"{WaitedFor ?? "another process"} has kept {_path} locked for {limit.TotalMinutes.Show("0.##")} min";

    /// <summary>The run that is ahead, or any other process that holds the lock.</summary>
    private string? Holder() => (_ahead is null ? null : QueuePlace.Describe(_ahead)) ?? LockFiles.FindHolder(_path);

    /// <summary>True if this run has its turn: it holds the lock, or the file can't be locked.</summary>
    private bool TryTake()
    {
        var ahead = _place?.FindFirstAhead();
        if (ahead != _ahead)
            (_ahead, _aheadSince) = (ahead, Stopwatch.GetTimestamp());
        if (ahead is not null && Stopwatch.GetElapsedTime(_aheadSince) < LongestTurn)
            return false;
        _file = TryOpen();
        // Meanwhile the one ahead may have ended, and another be the next.
        if (_file is not null && ahead is not null && _place!.FindFirstAhead() != ahead)
        {
            _file.Dispose();
            _file = null;
        }

        return _file is not null || Obstacle is not null;
    }

    private FileStream? TryOpen()
    {
        try
        {
            // Once, it may have been replaced by another file meanwhile.
            for (var attempt = 0; attempt < 2; attempt++)
            {
                // Read access is enough to lock the file, and lets users share one that only its owner may write to.
                var file = new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.None);
                if (LockFiles.IsLocked(_path))
                    return file;
                file.Dispose();
            }

            Obstacle = new LockObstacle.NoLocks();
        }
        catch (UnauthorizedAccessException e)
        {
            Obstacle = new LockObstacle.NoAccess(e.Message);
        }
        catch (FileNotFoundException)
        {
            LockFiles.Create(_path, OfEverybody);
        }
        catch (IOException)
        {
            // It is locked.
        }

        return null;
    }
}
