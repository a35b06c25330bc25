using System.Diagnostics;
using System.Runtime;

namespace HttpPerf.Running;

/// <summary>Whether numbers from this process can mean anything.</summary>
internal static class ProcessFitness
{
    /// <exception cref="InvalidRunException">They can't.</exception>
    public static void Require() => RequireNone(debugger: Debugger.IsAttached);

    internal static void RequireNone(bool debugger)
    {
        if (debugger)
            throw new InvalidRunException(
                "A debugger is attached, which makes code slow in ways of its own, so nothing was measured. Run the tests without debugging.");
    }

    /// <summary>What makes numbers from this process harder to compare, without making them wrong.</summary>
    public static IEnumerable<string> Reservations()
    {
        if (GCSettings.IsServerGC)
            yield return "This process runs the server GC: pauses and collections are not those of a client. Set <ServerGarbageCollection>false</ServerGarbageCollection> in the test project.";
        if (GC.GetConfigurationVariables().TryGetValue("ConcurrentGC", out var concurrent) && concurrent is true)
            yield return "This process runs the concurrent GC, which collects beside what is measured. Set <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection> in the test project.";
    }
}
