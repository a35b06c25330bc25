namespace HttpPerf;

/// <summary>
/// Calls a benchmark, or every benchmark of a class, from several callers at the same time: each starts its next call when its last one has
/// ended (a closed loop). Requests per second count all callers; times are of single calls under that load.
/// </summary>
/// <remarks>
/// All callers use one instance of the class, so the method must allow concurrent calls. A method that doesn't return a task has a thread
/// per caller. [IterationSetup] and [IterationCleanup] are refused, because calls at the same time have no iteration of their own.
/// </remarks>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
public sealed class ConcurrentCallersAttribute : Attribute
{
    internal const int Most = 10_000;

    /// <param name="callers">How many callers there are, 1 to 10,000; a class with any other number is refused.</param>
    public ConcurrentCallersAttribute(int callers) => Callers = callers;

    /// <param name="parameter">The name of a parameter whose value is the number of callers, e.g. <c>nameof(Parallel)</c>.</param>
    public ConcurrentCallersAttribute(string parameter) => Parameter = parameter;

    /// <summary>How many callers there are; null if a parameter says so.</summary>
    public int? Callers { get; }

    /// <summary>The parameter that says how many callers there are; null if the number is fixed.</summary>
    public string? Parameter { get; }
}
