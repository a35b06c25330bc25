using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Running;

namespace HttpPerf.GateQuality;

/// <summary>The software and the machine of the results.</summary>
internal sealed record Machine(
    string Date,
    string Runtime,
    string System,
    string Processor,
    int Cores,
    string HttpPerf,
    string BenchmarkDotNet,
    double? LoadAverageBefore)
{
    public static Machine Describe() => new(
        DateTimeOffset.UtcNow.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture),
        RuntimeInformation.FrameworkDescription,
        RuntimeInformation.OSDescription,
        ReadLine("/proc/cpuinfo", "model name")?.Split(':')[1].Trim() ?? RuntimeInformation.ProcessArchitecture.ToString(),
        Environment.ProcessorCount,
        VersionOf(typeof(Perf)),
        VersionOf(typeof(BenchmarkRunner)),
        LoadAverage());

    /// <summary>How many processes wanted to run, on average over the last minute; null on systems that don't tell.</summary>
    public static double? LoadAverage() =>
        ReadLine("/proc/loadavg", "") is { } line ? double.Parse(line.Split(' ')[0], CultureInfo.InvariantCulture) : null;

    private static string VersionOf(Type type) =>
        type.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";

    private static string? ReadLine(string file, string start) =>
        File.Exists(file) ? File.ReadLines(file).FirstOrDefault(l => l.StartsWith(start, StringComparison.Ordinal)) : null;
}
