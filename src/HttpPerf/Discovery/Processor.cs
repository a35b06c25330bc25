using BenchmarkDotNet.Environments;

namespace HttpPerf.Discovery;

/// <summary>The machine's processor, as BenchmarkDotNet finds it out.</summary>
internal static class Processor
{
    /// <summary>The model's name; null if it is not known.</summary>
    public static string? Name
    {
        get
        {
            // Cpu in BenchmarkDotNet 0.15, CpuInfo in 0.14, of types that the other version doesn't have.
            var host = HostEnvironmentInfo.GetCurrent();
            var cpu = ValueOf(host, "Cpu") ?? ValueOf(host, "CpuInfo");
            return ValueOf(ValueOf(cpu, "Value"), "ProcessorName") is string { Length: > 0 } name ? name : null;
        }
    }

    private static object? ValueOf(object? of, string property) => of?.GetType().GetProperty(property)?.GetValue(of);
}
