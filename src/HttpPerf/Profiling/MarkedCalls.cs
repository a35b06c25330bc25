using System.Runtime.InteropServices;

namespace HttpPerf.Profiling;

/// <summary>Adds up the costs of a case's calls between its marks; there may be several pairs. Times are in milliseconds.</summary>
internal abstract class MarkedCalls
{
    private readonly Dictionary<string, (string Subject, List<TracedFrame> Stack, double Count, double Amount)> _sites = [];
    private double _begin;

    public long Operations { get; private set; }

    /// <summary>How long those that count took.</summary>
    protected double Nanoseconds { get; private set; }

    public void Begin(double time) => _begin = time;

    public void End(double time, long operations)
    {
        Nanoseconds += (time - _begin) * 1e6;
        Operations += operations;
    }

    public abstract CallProfile ToProfile();

    protected void Add(string subject, List<TracedFrame> stack, double count, double amount)
    {
        ref var site = ref CollectionsMarshal.GetValueRefOrAddDefault(_sites, KeyOf(subject, stack), out _);
        site = (subject, stack, site.Count + count, site.Amount + amount);
    }

    /// <summary>The amount of one of the site's samples or objects; null if there are none.</summary>
    protected double? FindMean(string subject, List<TracedFrame> stack) =>
        _sites.TryGetValue(KeyOf(subject, stack), out var site) ? site.Amount / site.Count : null;

    /// <param name="unit">The factor of each amount.</param>
    /// <param name="resolution">By how much the sum of a subject may be off, by the counts of its sites.</param>
    protected CallProfile ToProfile(double unit, Func<string, double, double> resolution)
    {
        var sites = _sites.Values
            .Select(s => new CallSite(s.Subject, s.Stack, s.Count / Operations, s.Amount * unit / Operations))
            .ToList();
        return new(Operations, sites)
        {
            Resolution = _sites.Values.GroupBy(s => s.Subject).ToDictionary(
                subject => subject.Key, subject => resolution(subject.Key, subject.Sum(s => s.Count)) / Operations),
        };
    }

    private static string KeyOf(string subject, List<TracedFrame> stack) => $"{subject}\n{string.Join('\n', stack)}";
}
