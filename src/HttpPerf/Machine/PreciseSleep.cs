using System.Diagnostics;
using System.Runtime.InteropServices;

namespace HttpPerf.Machine;

/// <summary>Sleeps for less than a millisecond, for which <see cref="Thread.Sleep(TimeSpan)"/> is too coarse.</summary>
internal static class PreciseSleep
{
    /// <summary>PR_SET_TIMERSLACK: Linux may let a thread sleep for 50 µs longer by default.</summary>
    private const int SetTimerSlack = 29;

    /// <summary>Where only whole milliseconds can be slept, the rest is waited for; a timer may be late by as much.</summary>
    private static readonly TimeSpan Coarse = TimeSpan.FromMilliseconds(16);

    private static readonly bool HasNanosleep = !OperatingSystem.IsWindows() && Environment.Is64BitProcess;

    /// <summary>Called once on a thread that is going to sleep.</summary>
    public static void Prepare()
    {
        if (OperatingSystem.IsLinux())
            _ = ProcessControl(SetTimerSlack, 1, 0, 0, 0);
    }

    /// <param name="timestamp">As of the stopwatch. Returns at once if it has passed.</param>
    public static void Until(long timestamp)
    {
        while (timestamp - Stopwatch.GetTimestamp() is > 0 and var left)
        {
            var time = TimeSpan.FromSeconds(left / (double)Stopwatch.Frequency);
            if (HasNanosleep)
                _ = Nanosleep(new Time { Seconds = (long)time.TotalSeconds, Nanoseconds = time.Ticks % TimeSpan.TicksPerSecond * 100 }, 0);
            else if (time > Coarse)
                Thread.Sleep(time - Coarse);
            else
                Thread.SpinWait(10);
        }
    }

    [DllImport("libc", EntryPoint = "prctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ProcessControl(int option, nuint first, nuint second, nuint third, nuint fourth);

    [DllImport("libc", EntryPoint = "nanosleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Nanosleep(in Time time, nint remaining);

    /// <summary>The <c>struct timespec</c> of 64-bit systems.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Time
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
