using HttpPerf.Clients.Measuring;
using HttpPerf.Comparing;

namespace HttpPerf.Clients.Tables;

/// <summary>Makes rows of rounds. Pure.</summary>
/// <param name="Baseline">Which subject the others are compared with.</param>
/// <param name="Figure">What is compared: above 0.</param>
internal sealed record Rows(Func<Subject, bool> Baseline, Func<RunAnswer, double> Figure)
{
    /// <summary>How often an interval may miss the true ratio.</summary>
    public const double ErrorRate = 0.05;

    public IReadOnlyList<Row> Of(IReadOnlyList<MeasuredSubject> measured)
    {
        var baseline = measured.FirstOrDefault(m => Baseline(m.Subject))?.Rounds ?? [];
        return [.. measured.Select(m => Of(m, baseline))];
    }

    private Row Of(MeasuredSubject measured, IReadOnlyList<RunAnswer> baseline)
    {
        if (measured.Rounds.Count == 0)
            return new(measured, null, null);
        var latency = Latencies.Of(measured.Rounds);
        return new(measured, OrderStatistics.Median([.. measured.Rounds.Select(Figure)]), Ratio(measured, baseline))
        {
            Median = latency.Quantile(0.5),
            P99 = latency.Quantile(0.99),
        };
    }

    /// <summary>Both were measured in the same rounds, so the machine's state cancels out. An end is infinite if rounds are few.</summary>
    private Estimate? Ratio(MeasuredSubject measured, IReadOnlyList<RunAnswer> baseline)
    {
        if (Baseline(measured.Subject))
            return Estimate.Exact(1);
        if (baseline.Count == 0)
            return null;
        double[] logarithms = [.. measured.Rounds.Zip(baseline, (mine, its) => Math.Log(Figure(mine) / Figure(its)))];
        return RoundsMedian.Compute([logarithms], ErrorRate).Exponentiate();
    }
}
