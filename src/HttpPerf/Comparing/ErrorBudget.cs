namespace HttpPerf.Comparing;

/// <summary>
/// Splits a group's error rate over all the intervals by which the group is judged, and over all looks at its growing samples. The share of
/// groups in which any interval misses the true value then stays within that rate. The limits share it equally (Bonferroni's inequality).
/// The k-th look gets 1/(k(k+1)) of it; these shares sum to at most 1 for any number of looks (alpha spending: K. K. G. Lan and D. L.
/// DeMets, Biometrika 70, 1983).
/// </summary>
/// <param name="limits">The number of limits on metrics that have an interval; 0 counts as 1.</param>
/// <param name="perGroup">The group's error rate: above 0 and below 1, by default 0.01.</param>
internal sealed class ErrorBudget(int limits, double perGroup = 0.01)
{
    private int _looks;

    /// <summary>The error rate of each interval at the current look; before the first look, that of the first.</summary>
    public double Current
    {
        get
        {
            var look = Math.Max(1, _looks);
            return perGroup / Math.Max(1, limits) / (look * (look + 1));
        }
    }

    /// <summary>Starts the next look and returns its error rate.</summary>
    public double Next()
    {
        _looks++;
        return Current;
    }
}
