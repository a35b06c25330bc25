using HttpPerf.Comparing;
using HttpPerf.Thresholds;

namespace HttpPerf;

/// <summary>
/// What was measured of one case. The figures are plain numbers, so that any assertion library reads naturally:
/// <c>result.AllocatedRatio.Should().BeLessThan(0.2)</c>.
/// </summary>
public sealed class PerfResult
{
    internal PerfResult(JudgedCase judged, string? message)
    {
        (Case, Comparison, Verdict) = judged;
        Message = message;
    }

    /// <summary>The case, and the baseline of its group.</summary>
    public CaseId Case { get; }

    /// <summary>What became of the case under its limits in <c>thresholds.json</c>.</summary>
    public Verdict Verdict { get; }

    /// <summary>The verdict in words; null for one that passed.</summary>
    public string? Message { get; }

    /// <summary>Managed bytes allocated by an operation, on all threads of the process.</summary>
    public double AllocatedBytes => this[Metric.AllocatedBytes].Value;

    /// <summary><see cref="AllocatedBytes"/> divided by the baseline's.</summary>
    public double AllocatedRatio => this[Metric.AllocatedRatio].Value;

    /// <summary>The median over all rounds of an operation's time divided by the baseline's in the same round, with its interval.</summary>
    public Estimate TimeRatio => this[Metric.TimeRatio];

    /// <inheritdoc cref="Metric.TimeRatioP95"/>
    public Estimate TimeRatioP95 => this[Metric.TimeRatioP95];

    /// <summary>The median time of an operation, GC pauses left out; in nanoseconds, with its interval.</summary>
    public Estimate MedianTime => this[Metric.MedianTime];

    /// <summary>Time per operation for which the garbage collector stopped it.</summary>
    public TimeSpan GcPause => TimeSpan.FromMicroseconds(Measured.Evidence.GcPause / 1000);

    /// <summary>What a counter counted while the case ran, per operation.</summary>
    /// <param name="name">
    /// The name of an instrument of any meter, or one of the library's own such as <c>tls.handshakes</c>, with all of its tags together;
    /// or with those to select behind it: <c>my.counter{color=red,size=2}</c>.
    /// </param>
    /// <exception cref="ArgumentException">The name is empty, or its braces hold no tags.</exception>
    /// <exception cref="InvalidRunException">
    /// The case could not be measured, nothing reported the counter, or its host can't supply it.
    /// </exception>
    public double Counter(string name) => this[Metric.Counter(name)].Value;

    /// <summary>Any metric of the case, e.g. <c>Metric.CounterPerSecond("dns.lookups")</c>.</summary>
    /// <exception cref="InvalidRunException">The case could not be measured, or doesn't have the metric.</exception>
    public Estimate this[Metric metric]
    {
        get
        {
            ArgumentNullException.ThrowIfNull(metric);
            if (Measured.Find(metric) is { } measured)
                return measured;
            if (metric.Selection is { } counter)
                throw new InvalidRunException($"{Case} has no \"{metric}\": {MissingCounter.Explain(Measured.Counts, counter)}");
            var reason = Case switch
            {
                { Baseline: null } => "its group has no [Benchmark(Baseline = true)] to compare with",
                { IsBaseline: true } => "it is the baseline itself",
                _ => $"its baseline {Case.Baseline} could not be measured",
            };
            throw new InvalidRunException($"{Case} has no \"{metric}\": {reason}.");
        }
    }

    /// <summary>Null for a case that couldn't be measured.</summary>
    internal CaseComparison? Comparison { get; }

    private CaseComparison Measured => Comparison ?? throw new InvalidRunException(Message ?? $"{Case} could not be measured.");
}
