using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>
/// The amounts that the calls of a case allocate, as one or more processes have counted them. How a response arrives, and what a server
/// keeps, make a call cost one of a few amounts. Which of them, and how often, is a matter of luck, by epoch and by process. What the code
/// allocates more in every call is added to each of them.
/// </summary>
internal sealed class Amounts
{
    /// <summary>The share of a process's windows that amounts have to explain: a few windows always show something else.</summary>
    public const double Nearly = 0.9;

    /// <summary>The share of windows with amounts of the other build, up to which the builds have none in common.</summary>
    public const double Hardly = 0.05;

    /// <summary>By how much larger a share the best explanation has to explain than the next: luck is rarer than the usual.</summary>
    public const double Margin = 0.1;

    /// <summary>How far above the amounts that both builds have another one is no matter of luck.</summary>
    private const double Large = 1.05;

    /// <summary>Amounts are compared to this many decimals: those of several operations are means.</summary>
    public const int Decimals = 6;

    private readonly List<Dictionary<double, double>> _processes;
    private readonly HashSet<double> _all;

    public Amounts(IReadOnlyList<AllocationSamples> processes)
    {
        var epochs = processes.Select(p => p.BytesPerOperation.Select(epoch => Array.ConvertAll(epoch, Round)).ToList()).ToList();
        // An amount that was seen once may include allocations of another thread.
        _all =
        [
            .. epochs.SelectMany(p => p).SelectMany(epoch => epoch.CountBy(bytes => bytes))
                .GroupBy(figure => figure.Key, figure => figure.Value)
                .Where(figure => figure.Count() > 1 || figure.Single() > 1)
                .Select(figure => figure.Key),
        ];
        var counted = epochs.ConvertAll(p => p.SelectMany(epoch => epoch).Where(_all.Contains).ToList());
        _processes = [.. counted.Where(p => p.Count > 0).Select(
            p => p.CountBy(bytes => bytes).ToDictionary(figure => figure.Key, figure => figure.Value / (double)p.Count))];
        IsKnown = 2 * counted.Sum(p => p.Count) > epochs.Sum(p => p.Sum(epoch => epoch.Length));
    }

    /// <summary>The share of windows with each amount, by process.</summary>
    public IReadOnlyList<IReadOnlyDictionary<double, double>> Processes => _processes;

    /// <summary>All amounts that recur.</summary>
    public IReadOnlyCollection<double> All => _all;

    /// <summary>Whether most windows have an amount that recurs.</summary>
    public bool IsKnown { get; }

    /// <summary>Finds out by how much each amount of a case exceeds one of the same case in an earlier build.</summary>
    /// <param name="now">Of today's build: one or more processes.</param>
    /// <param name="before">The amounts of the earlier build.</param>
    /// <returns>Null if the amounts don't tell.</returns>
    public static SharedAmount? FindShared(IReadOnlyList<AllocationSamples> now, IReadOnlyList<AllocationSamples> before)
    {
        var (amounts, earlier) = (new Amounts(now), new Amounts(before));
        if (!amounts.IsKnown || !earlier.IsKnown)
            return null;
        var growths = amounts._all.SelectMany(bytes => earlier._all.Select(other => Round(bytes - other)))
            .Where(growth => growth % IntPtr.Size == 0 && amounts.IsExplainedBy(earlier, growth) && earlier.IsExplainedBy(amounts, -growth))
            .Distinct()
            .Select(growth => (Growth: growth, Share: amounts.ShareOf(earlier, growth) + earlier.ShareOf(amounts, -growth)))
            .OrderByDescending(growth => growth.Growth == 0)
            .ThenByDescending(growth => growth.Share)
            .ToList();
        return growths switch
        {
            [] => null,
            [{ Growth: 0 }, ..] => amounts.Shared(earlier, 0),
            _ when amounts.ShareOf(earlier, 0) + earlier.ShareOf(amounts, 0) > 2 * Hardly => null,
            [var best, var next, ..] when best.Share - next.Share < 2 * Margin => null,
            [var best, ..] => amounts.Shared(earlier, best.Growth),
        };
    }

    /// <summary>
    /// Whether there is a process whose amounts are another build's, each with as much more: luck can give another one amounts that no
    /// process of that build has shown.
    /// </summary>
    private bool IsExplainedBy(Amounts other, double growth) => _processes.Exists(process => ShareIn(process, other, growth) >= Nearly);

    private double ShareOf(Amounts other, double growth) => _processes.Average(process => ShareIn(process, other, growth));

    private static double ShareIn(Dictionary<double, double> process, Amounts other, double growth) =>
        process.Where(amount => other._all.Contains(Round(amount.Key - growth))).Sum(amount => amount.Value);

    private SharedAmount Shared(Amounts earlier, double growth)
    {
        double[] shared = [.. _all.Where(bytes => earlier._all.Contains(Round(bytes - growth)))];
        var now = shared.MaxBy(bytes => ShareWith(bytes) * earlier.ShareWith(Round(bytes - growth)));
        return new(now, Round(now - growth), MostUpTo(Large * shared.Max()), earlier.MostUpTo(Large * (shared.Max() - growth)));
    }

    private double MostUpTo(double bytes) => _all.Where(amount => amount <= bytes).Max();

    private double ShareWith(double bytes) => _processes.Sum(process => process.GetValueOrDefault(bytes));

    public static double Round(double bytes) => Math.Round(bytes, Decimals);
}

/// <summary>The most frequent amount that two builds share, apart from the growth of all amounts.</summary>
/// <param name="Now">In today's build.</param>
/// <param name="Before">In the earlier one.</param>
/// <param name="MostNow">The largest of today's amounts. Single calls may exceed it for other causes.</param>
/// <param name="MostBefore">The largest of the earlier build's amounts.</param>
internal readonly record struct SharedAmount(double Now, double Before, double MostNow, double MostBefore)
{
    public double Growth => Math.Round(Now - Before, Amounts.Decimals);
}
