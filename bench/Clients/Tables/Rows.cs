using HttpPerf.Clients.Measuring;
using HttpPerf.Judging.Statistics;

namespace HttpPerf.Clients.Tables;

/// <summary>Makes rows of rounds. Pure.</summary>
/// <param name="Baseline">Which subject the others are compared with.</param>
/// <param name="Figure">What is compared: above 0.</param>
internal sealed record Rows(Func<Subject, bool> Baseline, Func<RunAnswer, double> Figure)
{
    /// <summary>How often an interval may miss the true ratio.</summary>
    public const double ErrorRate = 0.05;

    /// <summary>The subjects of a group are compared with a baseline of their own. By default, all are of one group.</summary>
    public Func<Subject, string> Group { get; init; } = _ => "";

    public IReadOnlyList<Row> Of(IReadOnlyList<MeasuredSubject> measured)
    {
        var baselines = measured.Where(m => Baseline(m.Subject)).ToDictionary(m => Group(m.Subject), m => m.Rounds);
        return [.. measured.Select(m => Of(m, baselines.GetValueOrDefault(Group(m.Subject), [])))];
    }

    private Row Of(MeasuredSubject measured, IReadOnlyList<RunAnswer> baseline)
    {
        if (measured.Rounds.Count == 0)
            return new(measured, null, null);
        var latency = Latencies.Of(measured.Rounds);
        return new(measured, Median(measured, Figure), Ratio(measured, baseline, Figure))
        {
            Bytes = CountsBytes(measured.Rounds) ? Median(measured, BytesOf) : null,
            BytesRatio = CountsBytes(measured.Rounds) && CountsBytes(baseline) ? Ratio(measured, baseline, BytesOf) : null,
            Median = latency.Quantile(0.5),
            P99 = latency.Quantile(0.99),
        };
    }

    /// <summary>Both were measured in the same rounds, so the machine's state cancels out. An end is infinite if rounds are few.</summary>
    private Estimate? Ratio(MeasuredSubject measured, IReadOnlyList<RunAnswer> baseline, Func<RunAnswer, double> figure)
    {
        if (Baseline(measured.Subject))
            return Estimate.Exact(1);
        if (baseline.Count == 0)
            return null;
        double[] logarithms = [.. measured.Rounds.Zip(baseline, (mine, its) => Math.Log(figure(mine) / figure(its)))];
        return OrderStatistics.Quantile([logarithms], 0.5, ErrorRate).Exponentiate();
    }

    private static double Median(MeasuredSubject measured, Func<RunAnswer, double> figure) =>
        OrderStatistics.Median([.. measured.Rounds.Select(figure)]);

    private static bool CountsBytes(IReadOnlyList<RunAnswer> rounds) => rounds.All(round => round.AllocatedBytes > 0);

    private static double BytesOf(RunAnswer round) => round.BytesPerRequest!.Value;
}
