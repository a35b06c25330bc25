#if !NET
using System.Collections.Concurrent;

namespace HttpPerf.EchoApp;

/// <summary>
/// Bytes that the threads of this process have allocated. Mono 6.8 counts it by thread, exactly, and only the thread itself can read its
/// count. So each reads its own whenever it has ended a request, and of thousands of requests only the last of each thread may be missing.
/// </summary>
internal static class AllocatedBytes
{
    // .NET Framework 4.6.1, which this is compiled for, doesn't have it.
    private static readonly Func<long>? Counter = typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", Type.EmptyTypes) is { } method
        ? (Func<long>)Delegate.CreateDelegate(typeof(Func<long>), method)
        : null;

    private static readonly ConcurrentBag<ThreadBytes> Threads = [];

    [ThreadStatic]
    private static ThreadBytes? _ofThisThread;

    /// <summary>Null where threads don't count.</summary>
    public static long? Total() => Counter is null ? null : Threads.Sum(thread => thread.Bytes);

    public static void ReadOfThisThread()
    {
        if (_ofThisThread is null)
            Threads.Add(_ofThisThread = new());
        _ofThisThread.Bytes = Counter?.Invoke() ?? 0;
    }

    private sealed class ThreadBytes
    {
        public long Bytes { get; set; }
    }
}
#endif
