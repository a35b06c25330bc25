namespace HttpPerf;

/// <summary>
/// Calls a benchmark, or every benchmark of a class, at a constant rate, whether or not earlier calls have ended (an open loop).
/// Each call is timed from the moment when it should have started.
/// </summary>
/// <remarks>
/// Callers that wait for an answer before they call again make fewer calls while the API is slow, and so leave out the times that matter
/// (coordinated omission). Here, calls that come meanwhile wait, and their times include the wait. If the calls of an epoch end at less
/// than 95 % of the rate, the case is invalid, and the message states the reached rate. All calls use one instance of the class, so the
/// method must allow concurrent calls. A method that doesn't return a task has a thread per call. [IterationSetup] and
/// [IterationCleanup] are refused.
/// </remarks>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
public sealed class ArrivalRateAttribute : Attribute
{
    internal const int Most = 100_000;

    /// <param name="callsPerSecond">How many calls start in a second, 1 to 100,000; a class with any other number is refused.</param>
    public ArrivalRateAttribute(double callsPerSecond) => CallsPerSecond = callsPerSecond;

    /// <param name="parameter">The name of a parameter whose value is the number of calls in a second, e.g. <c>nameof(Rate)</c>.</param>
    public ArrivalRateAttribute(string parameter) => Parameter = parameter;

    /// <summary>How many calls start in a second; null if a parameter says so.</summary>
    public double? CallsPerSecond { get; }

    /// <summary>The parameter that says how many calls start in a second; null if the number is fixed.</summary>
    public string? Parameter { get; }
}
