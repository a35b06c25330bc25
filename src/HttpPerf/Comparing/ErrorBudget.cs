namespace HttpPerf.Comparing;

/// <summary>
/// How often single intervals may miss the truth, so that all the intervals that a group is judged by, at all looks at its growing
/// samples, miss it together in at most a given part of groups. Bonferroni's inequality over limits; over looks the k-th gets
/// 1/(k(k+1)) of the whole, which sums to it however many there are (alpha spending: K. K. G. Lan and D. L. DeMets,
/// Biometrika 70, 1983).
/// </summary>
/// <param name="limits">On how many figures with an interval the verdicts rest; 0 counts as 1.</param>
/// <param name="perGroup">That part: above 0 and below 1, by default one in a hundred.</param>
internal sealed class ErrorBudget(int limits, double perGroup = 0.01)
{
    private int _looks;

    /// <summary>The error rate of each interval at the latest look, the first where there was none.</summary>
    public double Current
    {
        get
        {
            var look = Math.Max(1, _looks);
            return perGroup / Math.Max(1, limits) / (look * (look + 1));
        }
    }

    /// <summary>Looks once more.</summary>
    public double Next()
    {
        _looks++;
        return Current;
    }
}
