using System.Diagnostics;
using System.Runtime;

namespace HttpPerf.Machine;

/// <summary>Whether numbers from this process can mean anything.</summary>
internal static class ProcessFitness
{
    /// <summary>Why nothing can be measured in this process; null where it can.</summary>
    public static string? Objection => DescribeObjection(debugger: Debugger.IsAttached);

    internal static string? DescribeObjection(bool debugger) => debugger
        ? "A debugger is attached, which makes code slow in ways of its own, so nothing was measured. Run the tests without debugging."
        : null;

    /// <summary>What makes numbers from this process harder to compare, without making them wrong.</summary>
    public static IEnumerable<string> Reservations()
    {
        if (GCSettings.IsServerGC)
            yield return "This process runs the server GC: pauses and collections are not those of a client. "
                + "Set <ServerGarbageCollection>false</ServerGarbageCollection> in the test project.";
        if (GC.GetConfigurationVariables().TryGetValue("ConcurrentGC", out var concurrent) && concurrent is true)
            yield return "This process runs the concurrent GC, which collects beside what is measured. "
                + "Set <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection> in the test project.";
    }
}
