using System.Globalization;
using System.Runtime.InteropServices;

namespace HttpPerf.Machine;

/// <summary>
/// Makes Linux run processes as soon as they wake up, so that other processes' time slices don't delay a request or its response. Short
/// slices need no privilege and give no greater share of the processor (EEVDF scheduler, Linux 6.12 and later). A higher priority needs
/// CAP_SYS_NICE. Both are optional.
/// </summary>
internal sealed class ProcessorPreference : IDisposable
{
    /// <summary>In nanoseconds; the shortest slice that Linux allows.</summary>
    private const ulong ShortSlice = 100_000;

    /// <summary>ESRCH.</summary>
    private const int NoSuchThread = 3;

    /// <summary>SCHED_FLAG_KEEP_POLICY: the thread's scheduling policy stays as it is.</summary>
    private const ulong KeepPolicy = 0x08;

    private static readonly (int Set, int Get)? SystemCalls = RuntimeInformation.ProcessArchitecture switch
    {
        _ when !OperatingSystem.IsLinux() => null,
        Architecture.X64 => (314, 315),
        Architecture.Arm64 => (274, 275),
        _ => null,
    };

    private readonly Func<IEnumerable<int>> _processes;
    private readonly int _nice;

    /// <summary>The priorities of threads before. Others are started meanwhile.</summary>
    private readonly Dictionary<int, (int Nice, ulong Slice)> _before = [];

    private ProcessorPreference(Func<IEnumerable<int>> processes, int nice)
    {
        _processes = processes;
        _nice = Of(0).Nice;
        foreach (var thread in Threads())
            _before[thread] = (Of(thread).Nice, Of(thread).Slice);
        // A priority that is not the default was set on purpose, so it stays as it is.
        if (_nice != 0 || nice == 0 || !Ask(nice, ShortSlice))
            Ask(_nice, ShortSlice);
        var granted = Of(0);
        Description = (granted.Nice < _nice, granted.Slice == ShortSlice) switch
        {
            (true, true) => $"short slices and raised priority (nice {granted.Nice})",
            (true, false) => $"raised priority (nice {granted.Nice})",
            (false, true) => "short slices",
            _ => null,
        };
    }

    /// <summary>The preference that was granted, in a few words; null if none was.</summary>
    public string? Description { get; }

    /// <summary>Applies to this process and to others until it is disposed. Processes started meanwhile inherit it.</summary>
    /// <param name="processes">Returns the IDs of the other processes; called at the beginning and at the end.</param>
    /// <param name="nice">The priority to ask for: a nice level from -20, the strongest, to 0, which leaves it as it is.</param>
    public static ProcessorPreference Take(Func<IEnumerable<int>> processes, int nice) => new(processes, nice);

    public void Dispose()
    {
        foreach (var thread in Threads())
        {
            var (nice, slice) = _before.TryGetValue(thread, out var before) ? before : (_nice, 0);
            Ask(thread, nice, 0);
            // Not the system's default, so it was set on purpose.
            if (slice != 0 && Of(thread).Slice != slice)
                Ask(thread, nice, slice);
        }
    }

    private IEnumerable<int> Threads() => _processes().Append(Environment.ProcessId).SelectMany(ThreadsOf);

    /// <param name="thread">Its id; 0 for the calling one.</param>
    private static Attributes Of(int thread)
    {
        var attributes = default(Attributes);
        if (SystemCalls is { } calls)
            _ = SystemCall(calls.Get, thread, ref attributes, Attributes.Bytes, 0);
        return attributes;
    }

    /// <returns>False if it was denied for any thread.</returns>
    private bool Ask(int nice, ulong slice)
    {
        var granted = SystemCalls is not null;
        foreach (var thread in Threads())
            granted &= Ask(thread, nice, slice);
        return granted;
    }

    /// <returns>False if it was denied. A thread that has ended meanwhile doesn't count.</returns>
    private static bool Ask(int thread, int nice, ulong slice)
    {
        if (SystemCalls is not { } calls)
            return false;
        var attributes = new Attributes { Size = Attributes.Bytes, Flags = KeepPolicy, Nice = nice, Slice = slice };
        return SystemCall(calls.Set, thread, ref attributes, 0, 0) == 0 || Marshal.GetLastPInvokeError() == NoSuchThread;
    }

    private static List<int> ThreadsOf(int process)
    {
        try
        {
            return
            [
                .. Directory.EnumerateDirectories($"/proc/{process}/task")
                    .Select(t => int.Parse(Path.GetFileName(t), CultureInfo.InvariantCulture)),
            ];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended.
            return [];
        }
    }

    /// <summary>Called by number, because glibc has a function for it only since 2.41.</summary>
    [DllImport("libc", EntryPoint = "syscall", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint SystemCall(nint number, nint thread, ref Attributes attributes, nint sizeOrFlags, nint flags);

    /// <summary>Linux's <c>struct sched_attr</c>, its first version; see sched_setattr(2).</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Attributes
    {
        public const int Bytes = 48;

        public uint Size;
        public uint Policy;
        public ulong Flags;
        public int Nice;
        public uint Priority;

        /// <summary>The kernel's <c>sched_runtime</c>: for ordinary threads, the length of a slice; 0 for the system's default.</summary>
        public ulong Slice;
        public ulong Deadline;
        public ulong Period;
    }
}
