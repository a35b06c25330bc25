namespace HttpPerf.Judging.Comparing;

/// <summary>
/// How often intervals may miss the true figure. Each figure has a rate of its own kind, whatever else its group is judged by: a figure
/// that is exact can't be wrong, and of the others each verdict errs for itself.
/// </summary>
/// <param name="Failures">How often a figure exactly at its limit may fail: above 0 and below 1.</param>
internal sealed record ErrorRates(double Failures = 0.01)
{
    /// <summary>
    /// How often a look may find a time that is exactly at its limit better than that. Over the four looks of a group whose samples double,
    /// such a time passes in 5 of 100 runs: at the constant nominal rate that makes the normal distribution's bound 2.12 (S. J. Pocock,
    /// Biometrika 64, 1977). What fails is measured again, so this is only how surely times pass.
    /// </summary>
    public const double Passing = 0.017;

    /// <summary>
    /// Of bytes and growth. The bytes of unchanged code lie exactly at the limit for growth, which is 0, so a run of a hundred cases has
    /// hundreds of chances to err.
    /// </summary>
    public double Bytes => Failures / 100;

    /// <summary>
    /// How often each look at three, four and five processes may find a time worse than its limit that is exactly there. Together they do
    /// so in <see cref="Failures"/> at most, because most of their samples are the same.
    /// </summary>
    public double Failing => 0.4 * Failures;

    /// <summary>
    /// Of percentiles, pauses, processor times and counts, on either side: no other process confirms them before they fail.
    /// </summary>
    public double Unconfirmed => 2 * Failing;

    /// <summary>
    /// Whether other processes confirm times before they fail. If not, this one decides, with room for how processes differ.
    /// </summary>
    public bool ConfirmsTimes { get; init; } = true;
}
