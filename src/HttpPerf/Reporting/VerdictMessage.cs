using HttpPerf.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>
/// The product's face: what people read when a test fails. What broke and where the limit stands, measured against allowed,
/// how sure that is, and what to do next.
/// </summary>
internal static class VerdictMessage
{
    /// <param name="id">The case.</param>
    /// <param name="verdict">What became of it.</param>
    /// <param name="comparison">Its figures; null where it couldn't be measured.</param>
    /// <param name="baseline">Its baseline's, where there are any.</param>
    /// <returns>The whole text, without a line break at its end; null for a verdict that needs no words.</returns>
    public static string? Of(CaseId id, Verdict verdict, CaseComparison? comparison, CaseComparison? baseline) => verdict switch
    {
        Verdict.Passed => null,
        Verdict.Failed failed => Join(failed.Limits, [Standing.Above, Standing.Below], l => Broken(id, l, comparison!, baseline)),
        Verdict.Inconclusive open => Join(open.Limits, [Standing.Undecided, Standing.Unjudged], l => Undecided(id, l, comparison!, baseline)),
        Verdict.NoThreshold missing => NoThreshold(id, missing, comparison!),
        Verdict.Invalid invalid => $"{id} could not be measured, so nothing is known about its limits.\n\n{Indent(invalid.Cause)}",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, null),
    };

    private static string Join(IEnumerable<JudgedLimit> limits, Standing[] standings, Func<JudgedLimit, string> text) =>
        string.Join("\n\n", limits.Where(l => standings.Contains(l.Standing)).Select(text));

    private static string Broken(CaseId id, JudgedLimit judged, CaseComparison comparison, CaseComparison? baseline)
    {
        var metric = judged.Limit.Metric;
        var claim = MetricWords.For(metric).Claim.Replace("{0}", Figures.Show(metric, judged.Measured.Value), StringComparison.Ordinal);
        var allowance = judged.Standing == Standing.Above
            ? $"allows {Figures.Show(metric, judged.Limit.Max!.Value)}"
            : $"expects at least {Figures.Show(metric, judged.Limit.Min!.Value)}";
        return $"""
            {id} {claim}; {judged.Limit.Location} {allowance}.

            {Measured(judged, comparison, baseline)}

              {NextStep(judged)}
            """;
    }

    private static string Undecided(CaseId id, JudgedLimit judged, CaseComparison comparison, CaseComparison? baseline)
    {
        var step = judged switch
        {
            { Standing: Standing.Unjudged } => $"{ControlWords.WhyUnjudged(id, comparison.Controls)} Bytes and counts are judged all the same",
            _ when judged.Limit.Metric.IsTimed() => "The time for measuring was used up with the limit still inside the interval. "
                + $"Measure on a quieter machine, raise the budget ({MeasuringOptions.BudgetSetting}), or move the limit out of it",
            _ => "What it allocates is not the same every time, and the limit lies in between. Find out what varies, or move the limit out of it",
        };
        return $"""
            {id} may or may not keep {judged.Limit.Location}, which allows "{judged.Limit.Metric.Key()}" {Range(judged.Limit)}.

            {Measured(judged, comparison, baseline)}

              {step}.
            """;
    }

    private static string NoThreshold(CaseId id, Verdict.NoThreshold missing, CaseComparison comparison) =>
        $"""
        No limit in thresholds.json applies to {id}.{string.Concat(missing.NotApplicable.Select(limit => $"\n  {NotApplicable(limit, comparison)}"))}

          Add this line to "benchmarks" there; its limits are what was measured now, with a little room:

          {missing.LineToAdd}
        """;

    private static string NotApplicable(Limit limit, CaseComparison comparison) => Judge.NotApplicable(comparison, limit) is { } reason
        ? $"{limit.Location} limits \"{limit.Metric.Key()}\", which is not applicable here: {reason}."
        : $"{limit.Location} limits \"{limit.Metric}\", but the group has no baseline to compare with.";

    private static string Range(Limit limit) => limit switch
    {
        { Min: null } => $"up to {Figures.Show(limit.Metric, limit.Max!.Value)}",
        { Max: null } => $"from {Figures.Show(limit.Metric, limit.Min.Value)}",
        _ => $"from {Figures.Show(limit.Metric, limit.Min.Value)} to {Figures.Show(limit.Metric, limit.Max.Value)}",
    };

    /// <summary>The absolute figure, the baseline's, and how sure the judged one is.</summary>
    private static string Measured(JudgedLimit judged, CaseComparison comparison, CaseComparison? baseline)
    {
        var metric = judged.Limit.Metric;
        if (metric.Selection is { } counter)
            return CounterEvidence.Of(counter, comparison.Counts!) + (metric.IsTimed() ? $"\n  {Certainty(judged, comparison.Evidence)}" : "");

        var absolute = MetricWords.For(metric).Absolute;
        var ofBaseline = metric.NeedsBaseline && baseline is not null
            ? $"   (baseline {baseline.Case.Method}: {Figures.Show(absolute, baseline.Measured[absolute].Value)})"
            : "";
        return $"""
              {(absolute == Metric.MedianTime ? "median  " : "measured")}   {Figures.Show(absolute, comparison.Measured[absolute].Value)}{ofBaseline}
              {Certainty(judged, comparison.Evidence)}
            """;
    }

    private static string Certainty(JudgedLimit judged, Evidence evidence)
    {
        var (metric, measured) = (judged.Limit.Metric, judged.Measured);
        var between = $"between {Figures.Show(metric, measured.Lower)} and {Figures.Show(metric, measured.Upper)}";
        var quietest = metric == Metric.TimeRatio && evidence.QuietRounds < evidence.Rounds ? $"the {evidence.QuietRounds} quietest of " : "";
        var rounds = $"{quietest}{evidence.Rounds} rounds in {evidence.Epochs} epochs";
        var operations = evidence.OperationsPerWindow == 1 ? "1 operation" : $"{evidence.OperationsPerWindow} operations";
        var windows = $"{evidence.Windows} windows of {operations}, spread {Figures.Percent(evidence.AllocationSpread)}";
        return MetricWords.For(metric).Absolute.Unit switch
        {
            Unit.Bytes => $"{(measured.Lower == measured.Upper ? "exact" : between)}: {windows}",
            Unit.PerThousandOperations => $"counted over {rounds}",
            _ => $"{between}: {rounds}",
        };
    }

    private static string NextStep(JudgedLimit judged)
    {
        var (limit, measured, standing) = judged;
        var words = MetricWords.For(limit.Metric);
        var key = limit.Metric.Key();
        var max = Figures.Number(SuggestedLimit.Max(limit.Metric, measured), "R");
        var lower = SuggestedLimit.Min(limit.Metric, measured);
        var min = Figures.Number(lower ?? measured.Value, "R");
        if (words.Worse is { } worse && standing != worse)
            return $$"""Better than the file believes. To keep the gain, set "{{key}}" there to { "min": {{min}}, "max": {{max}} }.""";

        var step = standing == Standing.Above ? $"raise {(limit.Min is null ? "" : "the \"max\" of ")}\"{key}\" there to {max}"
            : lower is null ? $"remove the \"min\" of \"{key}\" there"
            : $"lower the \"min\" of \"{key}\" there to {min}";
        return $"If the {words.Change} is intended, {step}.";
    }

    private static string Indent(string text) => string.Join('\n', text.Split('\n').Select(line => line.Length > 0 ? $"  {line}" : line));
}
