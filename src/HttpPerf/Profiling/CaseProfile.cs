namespace HttpPerf.Profiling;

/// <param name="Tests">What the calls of a case cost in the process of the tests.</param>
/// <param name="Server">What they cost in that of their server; null if it has none.</param>
internal sealed record CaseProfile(CallProfile Tests, CallProfile? Server)
{
    /// <summary>How long no thread is at work, in nanoseconds per operation.</summary>
    public double Waiting => Tests.Duration - Tests.Amount - (Server?.Amount ?? 0);

    /// <summary>Each with a name for the file that holds them.</summary>
    public IEnumerable<(string Name, CallProfile Profile)> Named(string name) =>
        Server is null ? [(name, Tests)] : [(name, Tests), ($"{name}, on the server", Server)];
}
