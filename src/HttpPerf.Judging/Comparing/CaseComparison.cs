using HttpPerf.Counting;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>One case's figures, compared with its baseline.</summary>
/// <param name="Case">The case.</param>
/// <param name="Measured">
/// Every metric that the case has, except counters. The baseline itself and groups without a measured baseline have no ratios.
/// </param>
/// <param name="Evidence">The sample sizes behind the figures.</param>
internal sealed record CaseComparison(CaseId Case, IReadOnlyDictionary<Metric, Estimate> Measured, Evidence Evidence = default)
{
    /// <summary>The reason for an instrument that the earlier build doesn't have, as a clause.</summary>
    public const string OnlyToday = "only today's build publishes it";

    /// <summary>The reason for an instrument that today's build doesn't have, as a clause.</summary>
    public const string OnlyEarlier = "only the earlier build publishes it";

    /// <summary>The figures of the same case in an earlier build, which are absolute; null if it wasn't measured there.</summary>
    public CaseComparison? Before { get; init; }

    /// <summary>The amounts of which the growth of bytes is the difference; null for one that has none.</summary>
    public IReadOnlyDictionary<Metric, SharedAmount?> Shared { get; init; } = new Dictionary<Metric, SharedAmount?>();

    /// <summary>The bytes that each process has counted, this one first; empty where they can't be read.</summary>
    public IReadOnlyDictionary<Metric, IReadOnlyList<AllocationSamples>> Windows { get; init; } =
        new Dictionary<Metric, IReadOnlyList<AllocationSamples>>();

    /// <summary>The starts of an API; null of another case, which has no figures of starts.</summary>
    public StartSamples? Starts { get; init; }

    /// <summary>The amounts that its calls leave behind; empty if they were not measured.</summary>
    public IReadOnlyDictionary<Metric, Retention> Retained { get; init; } = new Dictionary<Metric, Retention>();

    /// <summary>Null if nothing was counted.</summary>
    public Counts? Counts { get; init; }

    /// <summary>The times that other processes can measure too, as those so far have measured them.</summary>
    public IReadOnlyDictionary<Metric, TimedFigure> Timed { get; init; } = new Dictionary<Metric, TimedFigure>();

    /// <summary>
    /// The values of each process, this one first, for metrics that several processes measured; empty if none was. Of bytes, what each
    /// fresh process counted.
    /// </summary>
    public IReadOnlyDictionary<Metric, IReadOnlyList<double>> Processes
    {
        get => field.Concat(
                Timed.Where(time => time.Value.Processes.Count > 1).Select(time => KeyValuePair.Create(time.Key, time.Value.Values)))
            .ToDictionary();
        init;
    } = new Dictionary<Metric, IReadOnlyList<double>>();

    /// <summary>The ranges of several processes for figures whose limits are going to be proposed; empty if none are.</summary>
    public IReadOnlyDictionary<Metric, Estimate> Ranges { get; init; } = new Dictionary<Metric, Estimate>();

    /// <summary>Whether it was measured in a quick run, whose times are no basis for limits.</summary>
    public bool IsQuick { get; init; }

    /// <summary>Why some figures can't be judged, and none is a basis for limits; null if all can.</summary>
    public Distortion? Distortion { get; init; }

    /// <summary>Why the usage of the server is unknown; null if it was measured.</summary>
    public UnreadUsage? UnreadUsage { get; init; }

    /// <summary>
    /// Why a counter can't be compared with the earlier build, as a clause: only one of the builds publishes it, and what isn't published
    /// is not 0. Null if both do, or neither does.
    /// </summary>
    public string? FindBlocker(CounterSelection counter) => Before?.Counts is null || Counts is null ? null
        : (Counts.ReadingsOf(counter.Name).Any(), Before.Counts.ReadingsOf(counter.Name).Any()) switch
        {
            (true, false) => OnlyToday,
            (false, true) => OnlyEarlier,
            _ => null,
        };

    /// <summary>Its round trips, and those of its server, as far as they were measured.</summary>
    public IReadOnlyDictionary<Metric, RoundTripComparison> RoundTrips { get; init; } = new Dictionary<Metric, RoundTripComparison>();

    /// <summary>The reason why round trips were not measured, although it was tried.</summary>
    public IReadOnlyDictionary<Metric, RoundTripSamples> WithoutRoundTrips { get; init; } = new Dictionary<Metric, RoundTripSamples>();

    /// <summary>How long the warm-up took if times still fell when it was ended; null if everything was warm.</summary>
    public TimeSpan? ColdAfter { get; init; }

    /// <summary>Whether times fell from epoch to epoch, although the warm-up had found them at rest.</summary>
    public bool StillFell { get; init; }

    /// <summary>Whether a metric can't be judged, whatever it was measured as.</summary>
    public bool IsDistorted(Metric metric) =>
        Distortion?.Affects(metric) == true || (metric.IsTime && (StillFell || ColdAfter is not null));

    /// <summary>Adds by how much bytes have grown since the earlier build.</summary>
    /// <param name="metric">Which bytes.</param>
    /// <param name="growth">By how much; null if that wasn't counted, so that the known growth stays.</param>
    /// <param name="byFresh">Whether fresh processes have counted it, or none could.</param>
    public CaseComparison WithGrowth(Metric metric, BytesGrowth? growth, bool byFresh = false)
    {
        var confirmed = byFresh
            ? this with
            {
                Processes = new Dictionary<Metric, IReadOnlyList<double>>(Processes.ExceptBy(Timed.Keys, figure => figure.Key))
                {
                    [metric] = growth?.Processes ?? [],
                },
            }
            : this;
        return growth is null ? confirmed : confirmed with
        {
            Measured = new Dictionary<Metric, Estimate>(Measured) { [metric] = growth.Estimate },
            Shared = new Dictionary<Metric, SharedAmount?>(Shared) { [metric] = growth.Shared },
        };
    }

    /// <summary>Adds by how much more its calls leave behind than those of the earlier build.</summary>
    public CaseComparison WithGrowthOfRetained()
    {
        var measured = new Dictionary<Metric, Estimate>(Measured);
        foreach (var metric in Metric.AllAgainst.Where(metric => metric.IsRetained))
            if (Find(metric.Absolute) is { } now && Before?.Find(metric.Absolute) is { } before)
                measured[metric] = now.Minus(before);
        return this with { Measured = measured };
    }

    /// <summary>Adds the bytes that further processes have counted.</summary>
    /// <param name="processes">Their measurements; those that didn't measure the case say nothing of it.</param>
    public CaseComparison WithWindows(IReadOnlyList<GroupSamples> processes) => this with
    {
        Windows = Windows.ToDictionary(ofMetric => ofMetric.Key, IReadOnlyList<AllocationSamples> (ofMetric) =>
        [
            .. ofMetric.Value,
            .. processes
                .Select(p => p.Cases.FirstOrDefault(c => c.Id == Case))
                .Select(c => ofMetric.Key.IsOfServer ? c?.ServerAllocation : c?.Allocation)
                .OfType<AllocationSamples>()
                .Where(counted => counted.Counted().BytesPerOperation.Count > 0),
        ]),
    };

    /// <summary>Adds round trips, which a process of their own has measured.</summary>
    /// <param name="now">The round trips of the case.</param>
    /// <param name="before">Its round trips in the earlier build; null without one.</param>
    public CaseComparison WithRoundTrips(RoundTripSamples now, RoundTripSamples? before)
    {
        var (metric, growth) = now.IsOfServer
            ? (Metric.ServerRoundTrips, Metric.AgainstServerRoundTrips)
            : (Metric.RoundTrips, Metric.AgainstRoundTrips);
        var compared = before is not null && Before is not null ? Before.WithRoundTrips(before, null) : Before;
        if (now.Rounds.Count == 0)
            return this with
            {
                Before = compared,
                WithoutRoundTrips = new Dictionary<Metric, RoundTripSamples>(WithoutRoundTrips) { [metric] = now },
            };
        var roundTrips = RoundTripComparison.Of(now);
        var measured = new Dictionary<Metric, Estimate>(Measured) { [metric] = roundTrips.RoundTrips };
        if (compared?.RoundTrips.GetValueOrDefault(metric) is { } earlier)
            measured[growth] = roundTrips.Since(earlier);
        return this with
        {
            Measured = measured,
            Before = compared,
            RoundTrips = new Dictionary<Metric, RoundTripComparison>(RoundTrips) { [metric] = roundTrips },
        };
    }

    /// <summary>The estimate of any metric, including counters; null if the case doesn't have it.</summary>
    public Estimate? Find(Metric metric)
    {
        if (metric.Selection is not { } counter)
            return Measured.TryGetValue(metric, out var measured) ? measured : null;
        if (FindRate(counter) is not { } rate)
            return null;
        if (metric.IsAgainst)
            return Before?.FindRate(counter) is { } before ? rate.Minus(before) : null;
        if (metric.Unit == Unit.PerOperation)
            return rate;

        // A count of 0 is 0 per second too, even if the time has no bounds.
        return rate.Value == 0 ? Estimate.Exact(0) : Multiply(Measured[Metric.RequestsPerSecond], rate);
    }

    private Estimate? FindRate(CounterSelection counter) =>
        Retained.TryGetValue(Metric.Counter(counter), out var retention) ? retention.PerOperation : Counts?.Rate(counter);

    private static Estimate Multiply(Estimate positive, Estimate e) => new(
        positive.Value * e.Value,
        e.Lower * (e.Lower < 0 ? positive.Upper : positive.Lower),
        e.Upper * (e.Upper < 0 ? positive.Lower : positive.Upper));
}

/// <summary>The sample sizes behind a case's figures.</summary>
/// <param name="Epochs">The number of epochs in which it was timed.</param>
/// <param name="Rounds">The number of rounds in which it was timed, over all epochs.</param>
/// <param name="SoloRuns">The number of epochs in which it ran alone.</param>
/// <param name="SoloOperations">The number of operations for which it ran alone, over all epochs.</param>
/// <param name="Allocation">The samples behind its bytes.</param>
/// <param name="ServerAllocation">The samples behind its server's bytes; null if they can't be read.</param>
/// <param name="OperationsTimedTogether">How many operations a time is the mean of, here or at the baseline.</param>
/// <param name="Load">How its calls overlapped; null if one call followed another.</param>
internal readonly record struct Evidence(
    int Epochs,
    int Rounds,
    int SoloRuns,
    long SoloOperations,
    AllocationEvidence Allocation,
    AllocationEvidence? ServerAllocation = null,
    long OperationsTimedTogether = 1,
    LoadModel? Load = null);
