namespace HttpPerf.Profiling;

/// <param name="Tests">The cost of a case's calls in the process of the tests.</param>
/// <param name="Server">Their cost in the process of their server; null if it has none.</param>
internal sealed record CaseProfile(CallProfile Tests, CallProfile? Server)
{
    /// <summary>How long no thread is at work, in nanoseconds per operation.</summary>
    public double Waiting => Tests.Duration - Tests.Amount - (Server?.Amount ?? 0);

    /// <summary>Each with a name for the file that holds them.</summary>
    public IEnumerable<(string Name, CallProfile Profile)> Named(string name) =>
        Server is null ? [(name, Tests)] : [(name, Tests), ($"{name}, on the server", Server)];
}
