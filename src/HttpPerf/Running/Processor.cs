using BenchmarkDotNet.Environments;

namespace HttpPerf.Running;

/// <summary>The machine's processor, as BenchmarkDotNet finds it out.</summary>
internal static class Processor
{
    /// <summary>The model's name; null if it is not known.</summary>
    public static string? Name => HostEnvironmentInfo.GetCurrent().CpuInfo.Value?.ProcessorName is { Length: > 0 } name ? name : null;
}
