using System.Globalization;
using System.Runtime.InteropServices;

namespace HttpPerf.Clients;

/// <summary>The machine that the results were measured on.</summary>
internal sealed record Machine(
    string Date, string Runtime, string System, string Processor, int Cores, double? LoadAverageBefore, double? LoadAverageAfter = null)
{
    public static Machine Describe() => new(
        DateTimeOffset.UtcNow.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture),
        RuntimeInformation.FrameworkDescription,
        RuntimeInformation.OSDescription,
        ReadLine("/proc/cpuinfo", "model name")?.Split(':')[1].Trim() ?? RuntimeInformation.ProcessArchitecture.ToString(),
        Environment.ProcessorCount,
        LoadAverage());

    /// <summary>How many processes wanted to run, on average over the last minute; null on systems that don't tell.</summary>
    public static double? LoadAverage() =>
        ReadLine("/proc/loadavg", "") is { } line ? double.Parse(line.Split(' ')[0], CultureInfo.InvariantCulture) : null;

    public override string ToString() =>
        $"{Date}, {Cores} cores ({Processor}) that the server shares, {Runtime}, {System}; "
        + $"load average {Show(LoadAverageBefore)} before, {Show(LoadAverageAfter)} after.";

    private static string Show(double? load) => load?.ToString("0.0", CultureInfo.InvariantCulture) ?? "unknown";

    private static string? ReadLine(string file, string start) =>
        File.Exists(file) ? File.ReadLines(file).FirstOrDefault(l => l.StartsWith(start, StringComparison.Ordinal)) : null;
}
