using HttpPerf.Model;

namespace HttpPerf.Tests.Comparing;

/// <summary>Groups of samples as measuring hands them on.</summary>
internal static class Group
{
    public static readonly CaseId Baseline = Cases.Baseline("Reading.String");
    public static readonly CaseId Stream = Cases.Id("Reading.Stream", baseline: "Reading.String");
    public static readonly CaseId Alone = Cases.Alone("Reading.Alone");

    public static GroupSamples Of(params CaseSamples[] cases) => new(cases, []);

    public static CaseSamples Times(CaseId id, params double[][] epochs) =>
        new(id, epochs, 1, new AllocationSamples([[100, 100, 100]], 64), [new(new(epochs.Sum(e => e.Length), 0, 0, 0, 0), 1000)]);

    public static CaseSamples Bytes(CaseId id, params double[] windows) => Times(id, [1, 1, 1, 1]) with { Allocation = new([windows], 64) };
}
