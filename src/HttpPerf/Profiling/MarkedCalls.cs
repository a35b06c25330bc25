using System.Runtime.InteropServices;
using HttpPerf.Server;

namespace HttpPerf.Profiling;

/// <summary>Adds up what the calls of a case cost between its marks; there may be several pairs. Times are in milliseconds.</summary>
internal abstract class MarkedCalls
{
    private readonly Dictionary<string, (string Subject, List<StackFrame> Stack, double Count, double Amount)> _sites = [];
    private double _start;
    private double _begin = double.PositiveInfinity;
    private double _end = double.PositiveInfinity;

    public long Operations { get; private set; }

    /// <summary>Whether the case is being called for samples of single objects.</summary>
    public bool IsSampled { get; private set; }

    /// <summary>When the case was called last.</summary>
    protected double Stopped { get; private set; }

    /// <summary>How long those that count took.</summary>
    protected double Nanoseconds { get; private set; }

    public virtual void Mark(ProfilePhase phase, double time, long operations)
    {
        switch (phase)
        {
            case ProfilePhase.Start:
                (_start, _begin, _end) = (time, double.PositiveInfinity, double.PositiveInfinity);
                break;
            case ProfilePhase.Begin:
                _begin = time;
                break;
            case ProfilePhase.End:
                _end = time;
                Nanoseconds += (_end - _begin) * 1e6;
                Operations += operations;
                break;
            case ProfilePhase.Sample:
                IsSampled = true;
                break;
            case ProfilePhase.Stop:
                (Stopped, IsSampled) = (time, false);
                break;
        }
    }

    /// <summary>Whether calls at that time count.</summary>
    public bool Contains(double time) => time >= _begin && time <= _end;

    /// <summary>The part of a span in which calls count. What was before the case was called is left out of it.</summary>
    public double PartOf(double from, double to)
    {
        from = Math.Max(from, _start);
        return to > from ? Math.Max(0, Math.Min(to, _end) - Math.Max(from, _begin)) / (to - from) : 0;
    }

    public abstract CallProfile ToProfile();

    protected void Add(string subject, List<StackFrame> stack, double count, double amount)
    {
        var key = $"{subject}\n{string.Join('\n', stack)}";
        ref var site = ref CollectionsMarshal.GetValueRefOrAddDefault(_sites, key, out _);
        site = (subject, stack, site.Count + count, site.Amount + amount);
    }

    /// <param name="unit">What an amount is multiplied with.</param>
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
}
