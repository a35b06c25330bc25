using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf;

/// <summary>A limit and the measured value of its metric.</summary>
/// <param name="Limit">The limit.</param>
/// <param name="Measured">The measured value and its interval, in the metric's unit.</param>
/// <param name="Status">Where the interval lies relative to the limit.</param>
public sealed record JudgedLimit(Limit Limit, Estimate Measured, LimitStatus Status)
{
    /// <summary>
    /// The smallest change of the value with which this run would have failed, as a part of the value: 0.018 if the limit would have been
    /// found broken with a value 1.8 % larger, and -0.018 with one 1.8 % smaller, if the limit has only a minimum. Of a time that fresh
    /// processes confirm, nine of ten such runs would have failed. Null if the limit is broken or not judged, and if no change would have
    /// been found, because the interval has no end. Of growth since an earlier build, it is a part of the earlier build's value.
    /// </summary>
    public double? DetectableChange => this switch
    {
        { Status: not (LimitStatus.Within or LimitStatus.NotShown or LimitStatus.Undecided) } => null,
        { Limit.Metric.IsGrowth: true } => Limit.Max is { } most && Earlier > 0 && double.IsFinite(Measured.Lower)
            ? (most - Measured.Lower) / Earlier
            : null,
        { Limit.Amounts: not null, GrowthOfAmounts: null } => null,
        { Limit.Amounts: { } amounts } => AmountsText.LeastTold(amounts, IntPtr.Size) / Measured.Value,
        { Decision: { } decision } => (decision.Found / Measured.Value) - 1,
        { Limit.Max: { } max, Measured.Lower: > 0 } => (max / Measured.Lower) - 1,
        { Limit: { Max: null, Min: { } min }, Measured.Upper: var upper } when double.IsFinite(upper) && upper > 0 => (min / upper) - 1,
        _ => null,
    };

    /// <summary>The decision on a time that other processes can measure; null for another figure.</summary>
    internal Decision? Decision { get; init; }

    /// <summary>
    /// By how many bytes each amount exceeds one that is recorded with the limit; null if the amounts don't tell, and of another limit.
    /// </summary>
    internal double? GrowthOfAmounts { get; init; }

    /// <summary>The value of which the measured one is the growth; null if it is none.</summary>
    internal double? Earlier { get; init; }
}
