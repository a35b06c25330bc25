using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Results.Quoting;

namespace HttpPerf;

/// <summary>
/// The measured figures of one case, for use with any assertion library: <c>result.AllocatedRatio.Should().BeLessThan(0.2)</c>. Times are
/// estimates with an interval: <c>result.TimeRatio.Upper.Should().BeLessThan(1.1)</c>.
/// </summary>
/// <remarks>Every figure throws <see cref="InvalidRunException"/> if the case could not be measured or doesn't have the metric.</remarks>
public sealed class PerfResult
{
    internal PerfResult(JudgedCase judged, string? message)
    {
        (Case, Comparison, Verdict) = judged;
        Message = message is null ? null : Quotation.Show(message);
    }

    /// <summary>The case, and the baseline of its group.</summary>
    public CaseId Case { get; }

    /// <summary>The verdict on the case under its limits in <c>thresholds.json</c>.</summary>
    public Verdict Verdict { get; }

    /// <summary>The verdict in words; null if the case passed.</summary>
    public string? Message { get; }

    /// <summary>Whether it could not be measured because a call of it, or its setup, threw an exception.</summary>
    internal bool HasThrown { get; init; }

    /// <summary>The starts of APIs that were measured with the case, and which fail with it.</summary>
    internal IReadOnlyList<PerfResult> Starts { get; private init; } = [];

    internal PerfResult With(IReadOnlyList<PerfResult> starts) =>
        new(new JudgedCase(Case, Comparison, Verdict), Message) { HasThrown = HasThrown, Starts = starts };

    /// <summary>The value of <see cref="Metric.AllocatedBytes"/>, in bytes per operation.</summary>
    public double AllocatedBytes => this[Metric.AllocatedBytes].Value;

    /// <summary>The value of <see cref="Metric.AllocatedRatio"/>.</summary>
    public double AllocatedRatio => this[Metric.AllocatedRatio].Value;

    /// <inheritdoc cref="Metric.TimeRatio"/>
    public Estimate TimeRatio => this[Metric.TimeRatio];

    /// <inheritdoc cref="Metric.TimeRatioP95"/>
    public Estimate TimeRatioP95 => this[Metric.TimeRatioP95];

    /// <inheritdoc cref="Metric.MedianTime"/>
    public Estimate MedianTime => this[Metric.MedianTime];

    /// <summary>GC pauses per operation. Times exclude them.</summary>
    public TimeSpan GcPause => TimeSpan.FromMicroseconds(this[Metric.GcPause].Value / 1000);

    /// <inheritdoc cref="Metric.Counter(string)"/>
    /// <exception cref="InvalidRunException">
    /// The case could not be measured, nothing reported the counter, or the host can't supply it.
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
            var reason = Case switch
            {
                _ when metric.IsAgainst && Measured.Before is null => "it is not compared with an earlier build.",
                _ when metric.IsOfServer && Measured.UnreadUsage is { } unread => $"{FaultText.Describe(unread)}.",
                { Baseline: null } when metric.NeedsBaseline => "its group has no [Benchmark(Baseline = true)] to compare with.",
                { IsBaseline: true } when metric.NeedsBaseline => "it is the baseline itself.",
                _ when MissingMetric.Find(Measured, metric) is { } missing => FaultText.Describe(missing),
                _ => metric.NeedsBaseline ? $"its baseline {Case.Baseline} could not be measured." : "it was not measured.",
            };
            throw new InvalidRunException($"{Case} has no \"{metric}\": {reason}");
        }
    }

    /// <summary>Null if the case could not be measured.</summary>
    internal CaseComparison? Comparison { get; }

    private CaseComparison Measured => Comparison ?? throw new InvalidRunException(Message ?? $"{Case} could not be measured.");
}
