using HttpPerf.Judging.Limits;
using HttpPerf.Judging.Statistics;
using HttpPerf.Model;

namespace HttpPerf.Judging.Comparing;

/// <summary>Turns the starts of a group into figures. Pure.</summary>
internal static class StartComparison
{
    /// <summary>Fewer starts say nothing of how they vary.</summary>
    public const int MinPairs = 3;

    /// <summary>
    /// In how many pairs counts have to have grown before they fail. Of three pairs of equal builds, in one of twenty all starts of one
    /// build are above all of the other.
    /// </summary>
    private const int PairsOfGrowth = 5;

    /// <summary>
    /// The share of <see cref="ErrorRates.Failing"/> that each look may spend. There are up to six, and samples grow by half from one to
    /// the next: with this share, a time that is exactly at its limit fails in 1 of 100 runs (simulated).
    /// </summary>
    private const double PartOfErrors = 0.5;

    private static readonly (Metric Absolute, Func<StartSample, double?> Value)[] Times =
    [
        (Metric.StartTime, start => start.ListeningNanoseconds),
        (Metric.FirstResponseTime, start => start.ResponseNanoseconds),
        (Metric.StartCpuTime, start => start.CpuNanoseconds),
    ];

    private static readonly (Metric Absolute, Metric Growth, Func<StartSample, double> Value)[] Counts =
    [
        (Metric.StartAllocatedBytes, Metric.AgainstStartAllocatedBytes, start => start.AllocatedBytes),
        (Metric.StartCompiledMethods, Metric.AgainstStartCompiledMethods, start => start.CompiledMethods),
        (Metric.StartAssemblies, Metric.AgainstStartAssemblies, start => start.Assemblies.Count),
    ];

    private static readonly (Metric Ratio, Metric Absolute)[] AgainstTimes =
    [
        (Metric.AgainstStartTime, Metric.StartTime),
        (Metric.AgainstFirstResponseTime, Metric.FirstResponseTime),
        (Metric.AgainstStartCpuTime, Metric.StartCpuTime),
    ];

    /// <param name="group">The starts, of each case at least one.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    public static GroupComparison Compare(GroupStarts group, ErrorRates errors)
    {
        var baseline = group.Cases.FirstOrDefault(c => c.Id.IsBaseline);
        return new([.. group.Cases.Where(c => !c.Id.IsBefore).Select(Compare)], group.Failures, AACheck.None)
        {
            // Each start is a process of its own.
            Errors = errors with { Failures = PartOfErrors * errors.Failures, ConfirmsTimes = false },
        };

        CaseComparison Compare(StartSamples samples)
        {
            var before = group.Find(samples.Id.Before());
            var comparison = Describe(samples);
            var timed = new Dictionary<Metric, TimedFigure>(comparison.Timed);
            if (baseline is not null && baseline != samples)
                AddRatio(Metric.StartTimeRatio, Metric.StartTime, baseline);
            if (before is null)
                return comparison.WithTimes(timed);
            foreach (var (ratio, absolute) in AgainstTimes)
                AddRatio(ratio, absolute, before);
            return comparison.WithTimes(timed) with
            {
                Before = Describe(before),
                Measured = comparison.WithTimes(timed).Measured.Concat(Counts.Select(count => KeyValuePair.Create(
                    count.Growth, Growth(ValuesOf(samples, count.Value), ValuesOf(before, count.Value), errors)))).ToDictionary(),
            };

            void AddRatio(Metric ratio, Metric absolute, StartSamples other)
            {
                var value = Times.Single(time => time.Absolute == absolute).Value;
                double?[] logarithms =
                    [.. samples.Starts.Zip(other.Starts, (start, of) => Math.Log(value(start) / value(of) ?? double.NaN))];
                AddTime(timed, ratio, logarithms);
            }
        }
    }

    /// <summary>
    /// Returns whether further starts may decide a limit: a time that is open, and a count that has grown in too few pairs to be called so.
    /// </summary>
    /// <param name="group">The figures so far.</param>
    /// <param name="limits">The limits of its cases.</param>
    public static bool NeedsMore(GroupComparison group, IReadOnlyList<CaseLimits> limits) =>
        Judge.FindUndecided(group, limits).Count > 0
        || limits.Any(ofCase => group.Find(ofCase.Case) is { Starts: { } starts } comparison && starts.Starts.Count < PairsOfGrowth
            && ofCase.Limits.Any(limit => limit.Metric is { IsOfStart: true, IsGrowth: true }
                && comparison.Find(limit.Metric)?.Value > AgainstLimits.Fit(limit, comparison).Max));

    /// <summary>Whether a start compiles more methods than in the earlier build, and not only a few.</summary>
    public static bool CompilesMore(CaseComparison comparison) =>
        comparison.Before?.Find(Metric.StartCompiledMethods) is { } before
        && comparison.Find(Metric.AgainstStartCompiledMethods)?.Value
            > AgainstLimits.DefaultFor(Metric.AgainstStartCompiledMethods, before.Value);

    /// <summary>The names of the assemblies that all starts of a case have loaded, and none of those that it is compared with.</summary>
    public static IReadOnlyList<string> FindLoadedMore(CaseComparison comparison) =>
        comparison is { Starts: { } now, Before.Starts: { } before }
            ? [.. now.Starts.Select(start => start.Assemblies.AsEnumerable()).Aggregate((all, start) => all.Intersect(start))
                .Except(before.Starts.SelectMany(start => start.Assemblies))
                .Order(StringComparer.Ordinal)]
            : [];

    private static CaseComparison Describe(StartSamples samples)
    {
        var timed = new Dictionary<Metric, TimedFigure>();
        foreach (var (metric, value) in Times)
            AddTime(timed, metric, [.. samples.Starts.Select(start => value(start) is { } time ? Math.Log(time) : (double?)null)]);
        var counted = Counts.ToDictionary(count => count.Absolute, count => Range(ValuesOf(samples, count.Value)));
        return new CaseComparison(samples.Id, counted) { Starts = samples }.WithTimes(timed);
    }

    private static CaseComparison WithTimes(this CaseComparison comparison, Dictionary<Metric, TimedFigure> timed) => comparison with
    {
        Timed = timed,
        Measured = comparison.Measured.Where(figure => !timed.ContainsKey(figure.Key))
            .Concat(timed.Select(time => KeyValuePair.Create(time.Key, time.Value.Passing.Interval(ErrorRates.Passing))))
            .ToDictionary(),
    };

    /// <summary>Leaves out figures that a start doesn't have.</summary>
    private static void AddTime(Dictionary<Metric, TimedFigure> timed, Metric metric, double?[] logarithms)
    {
        if (logarithms.All(value => value is { } number && double.IsFinite(number)))
            timed[metric] = new([RatioModel.OfProcesses([.. logarithms.Select(value => value!.Value)])], null);
    }

    private static double[] ValuesOf(StartSamples samples, Func<StartSample, double> value) => [.. samples.Starts.Select(value)];

    private static Estimate Range(double[] values) => new(OrderStatistics.Median(values), values.Min(), values.Max());

    /// <summary>
    /// By how much a count has grown. It has surely if all starts of the one build are farther above all of the other than those of either
    /// build are apart; or, of many pairs, if the interval of Student's distribution says so.
    /// </summary>
    private static Estimate Growth(double[] now, double[] before, ErrorRates errors)
    {
        var value = OrderStatistics.Median(now) - OrderStatistics.Median(before);
        if (now.Length < PairsOfGrowth)
            return new(value, double.NegativeInfinity, double.PositiveInfinity);
        var spread = Math.Max(now.Max() - now.Min(), before.Max() - before.Min());
        var ofPairs = EpochMean.Compute([.. now.Zip(before, (one, other) => one - other)], errors.Bytes);
        return new(
            value,
            Math.Min(value, Math.Max(now.Min() - before.Max() - spread, ofPairs.Lower)),
            Math.Max(value, Math.Min(now.Max() - before.Min() + spread, ofPairs.Upper)));
    }
}
