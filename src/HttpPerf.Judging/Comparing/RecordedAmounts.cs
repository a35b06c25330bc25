using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// The amounts that calls of a case usually allocate, kept with its limits. What the code allocates more in every call is added to each of
/// them, so that it is found although the amounts differ by far more.
/// </summary>
internal static class RecordedAmounts
{
    /// <summary>In how many processes amounts have to be counted before they are recorded: each arrives and is compiled anew.</summary>
    private const int MinProcesses = 3;

    /// <summary>More are no few amounts, and almost any growth would equal a difference of two.</summary>
    private const int Most = 16;

    /// <summary>How far above the usual amount another one is no matter of how a response arrives.</summary>
    private const double Large = 1.25;

    /// <summary>The share of a process's windows with recorded amounts, from which on nothing has grown.</summary>
    private const double MostOf = 0.5;

    /// <summary>Finds the amounts to record of a case.</summary>
    /// <param name="processes">The bytes that each process has counted.</param>
    /// <returns>From the smallest; null if single calls weren't counted in enough processes, or have one amount or many.</returns>
    public static IReadOnlyList<double>? Find(IReadOnlyList<AllocationSamples> processes)
    {
        double[] windows = [.. processes.SelectMany(p => p.BytesPerOperation).SelectMany(epoch => epoch)];
        if (processes.Count < MinProcesses || windows.Length == 0 || processes.Any(p => p.OperationsPerWindow > 1))
            return null;
        var amounts = new Amounts(processes);
        double[] usual = [.. amounts.All.Where(bytes => bytes <= Large * OrderStatistics.Median(windows)).Order()];
        var isFew = usual.Length is > 1 and <= Most
            && windows.Count(usual.Contains) >= Amounts.Nearly * windows.Length
            // Each process may have an amount of its own, by what the compiler made of the code. Another process will have another one.
            && amounts.Processes.Count(p => p.Values.Max() < Amounts.Nearly) > processes.Count / 2;
        return isFew ? usual : null;
    }

    /// <summary>Finds out by how much each amount exceeds a recorded one.</summary>
    /// <param name="recorded">The record.</param>
    /// <param name="processes">The bytes that each process has counted.</param>
    /// <returns>In bytes; below 0 if it is less, and null if the amounts don't tell.</returns>
    public static double? FindGrowth(IReadOnlyList<double> recorded, IReadOnlyList<AllocationSamples> processes)
    {
        var amounts = new Amounts(processes);
        if (!amounts.IsKnown)
            return null;
        if (amounts.Processes.Any(p => ShareOf(p, 0) >= MostOf))
            return 0;
        if (amounts.Processes.Any(p => ShareOf(p, 0) > Amounts.Hardly))
            return null;
        var untold = AmountsText.Untold(recorded);
        var growths = amounts.All
            .SelectMany(bytes => recorded.Select(usual => Amounts.Round(bytes - usual)))
            .Distinct()
            .Where(Explains)
            .Select(growth => (Growth: growth, Share: amounts.Processes.Average(p => ShareOf(p, growth))))
            .ToList();
        // The record may have some amounts twice, the second time without an object that the compiler has left out.
        double[] likely = [.. growths.Where(g => g.Share > growths.Max(other => other.Share) - Amounts.Margin).Select(g => g.Growth)];
        return likely.Length == 0 || likely.Min() * likely.Max() < 0 ? null : likely.MinBy(Math.Abs);

        bool Explains(double growth) => growth % IntPtr.Size == 0
            && 2 * amounts.Processes.Count(p => ShareOf(p, growth) >= Amounts.Nearly) > amounts.Processes.Count
            && amounts.All.Count(bytes => recorded.Contains(Amounts.Round(bytes - growth)))
                >= Math.Min(recorded.Count, untold.Contains(Math.Abs(growth)) ? 3 : 2);

        double ShareOf(IReadOnlyDictionary<double, double> process, double growth) =>
            process.Where(amount => recorded.Contains(Amounts.Round(amount.Key - growth))).Sum(amount => amount.Value);
    }
}
