using HttpPerf.Checking;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>Whether calls end at the rate at which they start.</summary>
internal static class ReachedRate
{
    /// <summary>Of the rate. What is short of it piles up: the longer it is tried, the longer calls take.</summary>
    private const double Enough = 0.95;

    /// <summary>How long calls start in doubt. A machine that stalls for some milliseconds makes little difference then.</summary>
    private static readonly TimeSpan LongBlock = TimeSpan.FromSeconds(1);
    private const int MostCalls = 10_000;

    /// <param name="built">A case.</param>
    /// <param name="blocks">Its blocks in the rounds of an epoch.</param>
    /// <exception cref="CaseFailedException">The case has a rate that is not reached.</exception>
    public static async Task RefuseUnreached(BuiltCase built, IReadOnlyList<BlockTime> blocks)
    {
        if (built.Load is not { Model.ArrivalRate: { } rate } load || Of(built, blocks) >= Enough * rate)
            return;
        var reached = Of(built, [await load.Run(Math.Min(MostCalls, (long)Math.Ceiling(rate * LongBlock.TotalSeconds)))]);
        if (reached < Enough * rate)
            throw new CaseFailedException(built.Id, new Fault.RateNotReached(rate, reached));
    }

    /// <returns>Calls per second.</returns>
    private static double Of(BuiltCase built, IReadOnlyList<BlockTime> blocks)
    {
        var interval = blocks.Select(block => block.Pace!.Value.Departures).Order().ElementAt(blocks.Count / 2);
        return 1e9 / (interval * built.Instance.Benchmark.OperationsPerInvoke);
    }
}
