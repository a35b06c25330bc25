using System.Diagnostics;
using System.Runtime;

namespace HttpPerf.Machine;

/// <summary>Whether measurements in this process are meaningful.</summary>
internal static class ProcessFitness
{
    /// <summary>Why nothing can be measured in this process; null if it can.</summary>
    public static string? Blocker => DescribeBlocker(debugger: Debugger.IsAttached);

    public static bool IsGCConcurrent =>
        GC.GetConfigurationVariables().TryGetValue("ConcurrentGC", out var concurrent) && concurrent is true;

    internal static string? DescribeBlocker(bool debugger) => debugger
        ? "A debugger is attached, which slows down code unevenly, so nothing was measured. Run the tests without debugging."
        : null;

    /// <summary>Reasons why numbers from this process are harder to compare, although not wrong.</summary>
    public static IEnumerable<string> FindCaveats()
    {
        if (GCSettings.IsServerGC)
            yield return "This process runs the server GC: pauses and collections differ from those of a typical client. "
                + "Set <ServerGarbageCollection>false</ServerGarbageCollection> in the test project.";
        if (IsGCConcurrent)
            yield return "This process runs the concurrent GC, which collects while code is being measured. "
                + "Set <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection> in the test project.";
    }
}
