using System.Runtime;

namespace HttpPerf.Counting;

/// <summary>What a process has used since it started.</summary>
/// <param name="AllocatedBytes">Managed bytes, without those of the thread that reads them.</param>
/// <param name="CpuTime">
/// User and system time of all threads, without the JIT compiler's, which optimizes in the background whatever has become hot.
/// </param>
internal readonly record struct ProcessUsage(long AllocatedBytes, TimeSpan CpuTime)
{
    public static TimeSpan CurrentCpuTime => Environment.CpuUsage.TotalTime - JitInfo.GetCompilationTime();

    public static ProcessUsage Read() =>
        new(GC.GetTotalAllocatedBytes(precise: true) - GC.GetAllocatedBytesForCurrentThread(), CurrentCpuTime);

    public static ProcessUsage operator +(ProcessUsage a, ProcessUsage b) =>
        new(a.AllocatedBytes + b.AllocatedBytes, a.CpuTime + b.CpuTime);
}

/// <summary>Reads what processes have used.</summary>
internal interface IUsageSource
{
    /// <summary>Why it can't be read, as a clause; null if it can.</summary>
    string? Objection { get; }

    Task<ProcessUsage> Read(CancellationToken cancellation);
}
