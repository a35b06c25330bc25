using System.Runtime;
using System.Runtime.InteropServices;
using HttpPerf.Discovery;
using HttpPerf.Machine;
using HttpPerf.Results;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>The machine and the runtime on which this process measures.</summary>
internal static class ThisMachine
{
    public static MachineDescription Description { get; } = new(
        Environment.GetEnvironmentVariable(Variables.Machine) ?? Environment.MachineName,
        RuntimeInformation.OSDescription,
        $"{RuntimeInformation.ProcessArchitecture}",
        Processor.Name,
        Environment.ProcessorCount,
        RuntimeInformation.FrameworkDescription,
        (GCSettings.IsServerGC ? "server" : "workstation") + (ProcessFitness.IsGCConcurrent ? ", concurrent" : ""));
}
