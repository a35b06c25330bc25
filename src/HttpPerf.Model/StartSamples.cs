namespace HttpPerf.Model;

/// <summary>One start of an API's process.</summary>
/// <param name="ListeningNanoseconds">From the start of the process until the API listens.</param>
/// <param name="ResponseNanoseconds">From the start of the process until the first response; null if there was none.</param>
/// <param name="CpuNanoseconds">The processor time of all threads until then.</param>
/// <param name="AllocatedBytes">Managed bytes until then.</param>
/// <param name="CompiledMethods">How many methods the JIT compiler has compiled until then.</param>
/// <param name="Assemblies">The names of the assemblies that are loaded then.</param>
internal sealed record StartSample(
    double ListeningNanoseconds,
    double? ResponseNanoseconds,
    double CpuNanoseconds,
    long AllocatedBytes,
    long CompiledMethods,
    IReadOnlyList<string> Assemblies);

/// <summary>The starts of one case. Those with the same index followed each other: one of each case and build, in random order.</summary>
internal sealed record StartSamples(CaseId Id, IReadOnlyList<StartSample> Starts);

/// <summary>The starts of a group.</summary>
/// <param name="Cases">The cases of both builds. All have as many starts.</param>
/// <param name="Failures">Why other cases were not started.</param>
internal sealed record GroupStarts(IReadOnlyList<StartSamples> Cases, IReadOnlyList<CaseFailure> Failures)
{
    /// <summary>How often each was started.</summary>
    public int Rounds => Cases.Count == 0 ? 0 : Cases[0].Starts.Count;

    /// <summary>The starts of a case of either build; null if it was not started.</summary>
    public StartSamples? Find(CaseId id) => Cases.FirstOrDefault(c => c.Id == id);
}
