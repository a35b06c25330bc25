using System.Runtime;
using System.Runtime.InteropServices;
using HttpPerf.Discovery;
using HttpPerf.Machine;
using HttpPerf.Results;

namespace HttpPerf.Pipeline;

/// <summary>The machine and the runtime on which this process measures.</summary>
internal static class ThisMachine
{
    /// <param name="name">Its name in results.</param>
    public static MachineDescription Describe(string name) => new(
        name,
        RuntimeInformation.OSDescription,
        $"{RuntimeInformation.ProcessArchitecture}",
        Processor.Name,
        Environment.ProcessorCount,
        RuntimeInformation.FrameworkDescription,
        (GCSettings.IsServerGC ? "server" : "workstation") + (ProcessFitness.IsGCConcurrent ? ", concurrent" : ""));
}
