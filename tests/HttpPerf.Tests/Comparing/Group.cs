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
        Timed(id, epochs)
            .With(new AllocationSamples([[100, 100, 100]], 64))
            .With(new SoloRunSamples(new(epochs.Sum(e => e.Length), 0, 0, 0, 0), 1000));

    public static CaseSamples Timed(CaseId id, params double[][] epochs) =>
        new(id, [.. epochs.Select(times => new EpochSamples { Rounds = new(times) })], OperationsPerBlock: 1, OperationsPerWindow: 1);

    public static CaseSamples Bytes(CaseId id, params double[] windows) =>
        Times(id, [1, 1, 1, 1]).With(new AllocationSamples([windows], 64));

    /// <param name="samples">The case.</param>
    /// <param name="bytes">What it allocates in each epoch; nothing was counted in those that are empty.</param>
    public static CaseSamples With(this CaseSamples samples, AllocationSamples bytes) =>
        samples.With([.. bytes.BytesPerOperation], (epoch, windows) => epoch with { Windows = windows is [] ? null : windows })
            with
        { OperationsPerWindow = bytes.OperationsPerWindow };

    public static CaseSamples WithServer(this CaseSamples samples, AllocationSamples bytes) =>
        samples.With([.. bytes.BytesPerOperation], (epoch, windows) => epoch with { ServerWindows = windows is [] ? null : windows })
            with
        { OperationsPerWindow = bytes.OperationsPerWindow };

    /// <param name="samples">The case.</param>
    /// <param name="stretches">One for each epoch; null where there was none.</param>
    public static CaseSamples With(this CaseSamples samples, params SoloRunSamples?[] stretches) =>
        samples.With(stretches, (epoch, stretch) => epoch with { SoloRun = stretch });

    public static CaseSamples With(this CaseSamples samples, params CounterSamples[] counters) =>
        samples.With(counters, (epoch, counted) => epoch with { Counters = counted });

    /// <summary>Its calls overlapped, and its times are those of all callers together.</summary>
    public static CaseSamples With(this CaseSamples samples, LoadModel load, params CallTime[][] calls) =>
        samples.With(
            calls, (epoch, ofEpoch) => epoch with { Rounds = epoch.Rounds! with { OfAllCallers = epoch.Rounds.Times, Calls = ofEpoch } })
            with
        { Load = load };

    private static CaseSamples With<T>(this CaseSamples samples, T[] values, Func<EpochSamples, T?, EpochSamples> add) => samples with
    {
        Epochs =
        [
            .. Enumerable.Range(0, Math.Max(samples.Epochs.Count, values.Length)).Select(
                i => add(samples.Epochs.ElementAtOrDefault(i) ?? EpochSamples.None, values.ElementAtOrDefault(i))),
        ],
    };
}
