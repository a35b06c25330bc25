using System.Runtime;

namespace HttpPerf.Counting;

/// <summary>Resources that a process has used since it started.</summary>
/// <param name="AllocatedBytes">Managed bytes, without those of the thread that reads them.</param>
/// <param name="CpuTime">User and system time of all threads.</param>
/// <param name="CompilationTime">
/// How long the JIT compiler has worked. A part of the processor time, but by the clock, so that it can't be subtracted.
/// </param>
internal readonly record struct ProcessUsage(long AllocatedBytes, TimeSpan CpuTime, TimeSpan CompilationTime)
{
    public static ProcessUsage Read() => new(
        GC.GetTotalAllocatedBytes(precise: true) - GC.GetAllocatedBytesForCurrentThread(),
        Environment.CpuUsage.TotalTime,
        JitInfo.GetCompilationTime());

    public static ProcessUsage operator +(ProcessUsage a, ProcessUsage b) =>
        new(a.AllocatedBytes + b.AllocatedBytes, a.CpuTime + b.CpuTime, a.CompilationTime + b.CompilationTime);

    public static ProcessUsage operator -(ProcessUsage a, ProcessUsage b) =>
        new(a.AllocatedBytes - b.AllocatedBytes, a.CpuTime - b.CpuTime, a.CompilationTime - b.CompilationTime);
}

/// <summary>Why nothing can be read of what servers use.</summary>
internal enum UnreadUsage
{
    /// <summary>None that HttpPerf hosts is used.</summary>
    NoServer,
    ExternalServer,

    /// <summary>It runs in the process of its clients.</summary>
    SharedProcess,
}

/// <summary>Reads what processes have used.</summary>
internal interface IUsageSource
{
    /// <summary>Why it can't be read; null if it can.</summary>
    UnreadUsage? Unread { get; }

    Task<ProcessUsage> Read(CancellationToken cancellation);

    /// <summary>Collects all garbage of the processes, and reads what is left.</summary>
    Task<LiveState> Collect(CancellationToken cancellation);
}
