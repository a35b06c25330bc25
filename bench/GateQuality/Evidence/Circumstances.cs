using System.Globalization;
using System.Runtime.InteropServices;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>How busy the machine was during a run, with what this program had to do with and what not.</summary>
internal sealed class Circumstances
{
    /// <summary>The kernel's unit of processor time, on every machine that runs .NET.</summary>
    private const double TicksPerSecond = 100;

    private readonly double? _load = Machine.LoadAverage();
    private readonly long _start = System.Diagnostics.Stopwatch.GetTimestamp();
    private readonly Hogs _hogs;
    private readonly (double Busy, double Own)? _before;

    private Circumstances(Hogs hogs)
    {
        _hogs = hogs;
        _before = Read();
    }

    public static Circumstances Begin(Hogs hogs) => new(hogs);

    /// <summary>The load average at the beginning; null where unknown.</summary>
    public double? LoadAverage => _load;

    /// <summary>How many processors other work has used so far, on average; null where unknown.</summary>
    public double? Others()
    {
        if (_before is not { } before || Read() is not { } now)
            return null;
        var seconds = System.Diagnostics.Stopwatch.GetElapsedTime(_start).TotalSeconds;
        return Math.Max(0, (now.Busy - before.Busy - (now.Own - before.Own)) / seconds);
    }

    /// <summary>The machine without its name: what figures depend on.</summary>
    public static string DescribeMachine()
    {
        var machine = Machine.Describe();
        var system = OperatingSystem.IsLinux() ? "Linux" : OperatingSystem.IsWindows() ? "Windows" : "macOS";
        return $"{machine.Processor}, {machine.Cores} cores, {system}, {RuntimeInformation.OSArchitecture}, {machine.Runtime}";
    }

    /// <summary>For how many seconds processors were busy since the machine started, and with this process and its children.</summary>
    private (double Busy, double Own)? Read()
    {
        if (!File.Exists("/proc/stat"))
            return null;
        Orphans.Reap();
        // user, nice, system, idle, iowait, irq, softirq, steal
        double[] all = [.. Fields(File.ReadLines("/proc/stat").First()).Skip(1).Take(8).Select(Number)];
        var self = File.ReadAllText("/proc/self/stat");
        // After the name, which may have spaces: the state is the third field, and the times are the 14th to 17th.
        double[] own = [.. Fields(self[(self.LastIndexOf(')') + 1)..]).Skip(11).Take(4).Select(Number)];
        return ((all.Sum() - all[3] - all[4]) / TicksPerSecond, own.Sum() / TicksPerSecond + _hogs.ProcessorTime.TotalSeconds);
    }

    private static string[] Fields(string line) => line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
