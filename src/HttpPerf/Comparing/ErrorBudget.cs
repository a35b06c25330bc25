namespace HttpPerf.Comparing;

/// <summary>
/// Splits a group's error rate over all the intervals by which the group is judged, and over all looks at their growing samples. The share
/// of groups in which any interval misses the true value then stays within that rate. The limits share it equally (Bonferroni's
/// inequality). The k-th look at an interval gets 1/(k(k+1)) of it; these shares sum to at most 1 for any number of looks (alpha spending:
/// K. K. G. Lan and D. L. DeMets, Biometrika 70, 1983).
/// </summary>
/// <param name="limits">The number of limits on metrics that have an interval; 0 counts as 1.</param>
/// <param name="perGroup">The group's error rate: above 0 and below 1, by default 0.01.</param>
internal sealed class ErrorBudget(int limits, double perGroup = 0.01)
{
    /// <summary>The error rate of an interval.</summary>
    /// <param name="look">
    /// How often its samples have grown, from 1. Looking again at the same samples is no new look: it shows nothing that could be wrong.
    /// </param>
    public double OfLook(int look) => perGroup / Math.Max(1, limits) / (look * (look + 1.0));
}
