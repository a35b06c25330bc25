using HttpPerf.Comparing;
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
        Verdict.Failed failed => Join(failed.Limits, Standing.Above, Standing.Below, l => Broken(id, l, comparison!, baseline)),
        Verdict.Inconclusive open => Join(open.Limits, Standing.Undecided, Standing.Undecided, l => Undecided(id, l, comparison!, baseline)),
        Verdict.NoThreshold missing => NoThreshold(id, missing),
        Verdict.Invalid invalid => $"{id} could not be measured, so nothing is known about its limits.\n\n{Indent(invalid.Cause)}",
        _ => throw new ArgumentOutOfRangeException(nameof(verdict), verdict, null),
    };

    private static string Join(IEnumerable<JudgedLimit> limits, Standing one, Standing other, Func<JudgedLimit, string> text) =>
        string.Join("\n\n", limits.Where(l => l.Standing == one || l.Standing == other).Select(text));

    private static string Broken(CaseId id, JudgedLimit judged, CaseComparison comparison, CaseComparison? baseline) =>
        $"""
        {id} {Claim(judged)}; {judged.Limit.Location} {Allowance(judged)}.

        {Figures(judged, comparison, baseline)}

          {NextStep(judged)}
        """;

    private static string Undecided(CaseId id, JudgedLimit judged, CaseComparison comparison, CaseComparison? baseline) =>
        $"""
        {id} may or may not keep {judged.Limit.Location}, which allows "{judged.Limit.Metric}" {Range(judged.Limit)}.

        {Figures(judged, comparison, baseline)}

          The time for measuring was used up with the limit still inside the interval. Compare on a quieter machine, or move the limit out of it.
        """;

    private static string NoThreshold(CaseId id, Verdict.NoThreshold missing) =>
        $"""
        No limit in thresholds.json applies to {id}.{string.Concat(missing.NotApplicable.Select(NotApplicable))}

          Add this line to "benchmarks" there; its limits are what was measured now, with a little room:

          {missing.LineToAdd}
        """;

    private static string NotApplicable(Limit limit) => $"\n  {limit.Location} limits \"{limit.Metric}\", but the group has no baseline to compare with.";

    private static string Claim(JudgedLimit judged)
    {
        var value = Reporting.Figures.Show(judged.Limit.Metric, judged.Measured.Value);
        return judged.Limit.Metric.Name switch
        {
            "allocatedBytes" => $"allocates {value}",
            "allocatedRatio" => $"allocates {value} its baseline",
            "timeRatio" => $"takes {value} its baseline's time",
            "timeRatioP95" => $"takes {value} its baseline's time at the 95th percentile",
            "medianTime" => $"takes {value}",
            "requestsPerSecond" => $"makes {value}",
            _ => $"causes {value} ({judged.Limit.Metric})",
        };
    }

    private static string Allowance(JudgedLimit judged) => judged.Standing == Standing.Above
        ? $"allows {Reporting.Figures.Show(judged.Limit.Metric, judged.Limit.Max!.Value)}"
        : $"expects at least {Reporting.Figures.Show(judged.Limit.Metric, judged.Limit.Min!.Value)}";

    private static string Range(Limit limit) => limit switch
    {
        { Min: null } => $"up to {Reporting.Figures.Show(limit.Metric, limit.Max!.Value)}",
        { Max: null } => $"from {Reporting.Figures.Show(limit.Metric, limit.Min.Value)}",
        _ => $"from {Reporting.Figures.Show(limit.Metric, limit.Min.Value)} to {Reporting.Figures.Show(limit.Metric, limit.Max.Value)}",
    };

    private static string Figures(JudgedLimit judged, CaseComparison comparison, CaseComparison? baseline)
    {
        var absolute = Absolute(judged.Limit.Metric);
        var measured = $"  measured   {Reporting.Figures.Show(absolute, comparison.Measured[absolute].Value)}";
        if (judged.Limit.Metric.NeedsBaseline && baseline is not null)
            measured += $"   (baseline {MethodOf(baseline.Case)}: {Reporting.Figures.Show(absolute, baseline.Measured[absolute].Value)})";
        return $"{measured}\n  {Certainty(judged, comparison.Evidence)}";
    }

    /// <summary>What a ratio is the ratio of.</summary>
    private static Metric Absolute(Metric metric) => metric switch
    {
        _ when metric == Metric.AllocatedRatio => Metric.AllocatedBytes,
        _ when metric.NeedsBaseline => Metric.MedianTime,
        _ => metric,
    };

    private static string Certainty(JudgedLimit judged, Evidence evidence)
    {
        var absolute = Absolute(judged.Limit.Metric);
        if (absolute == Metric.AllocatedBytes)
        {
            var exact = judged.Measured.Lower == judged.Measured.Upper;
            var windows = $"{evidence.Windows} windows of {evidence.OperationsPerWindow} operations, spread {Reporting.Figures.Percent(evidence.AllocationSpread)}";
            return exact ? $"exact: {windows}" : $"{Between(judged)}: {windows}";
        }

        return absolute.Unit is Unit.PerThousandOperations
            ? $"counted over {evidence.Rounds} rounds in {evidence.Epochs} epochs"
            : $"{Between(judged)}: {evidence.Rounds} rounds in {evidence.Epochs} epochs";
    }

    private static string Between(JudgedLimit judged) =>
        $"between {Reporting.Figures.Show(judged.Limit.Metric, judged.Measured.Lower)} and {Reporting.Figures.Show(judged.Limit.Metric, judged.Measured.Upper)}";

    private static string NextStep(JudgedLimit judged)
    {
        var metric = judged.Limit.Metric;
        if (judged.Standing == Standing.Above)
        {
            var raised = SuggestedLimit.Max(metric, judged.Measured);
            return $"If the {(metric.Unit is Unit.Bytes or Unit.Ratio && Absolute(metric) == Metric.AllocatedBytes ? "growth" : "change")} is intended, raise \"{metric}\" there to {Literal(raised)}.";
        }

        var lowered = SuggestedLimit.Min(metric, judged.Measured);
        var step = lowered is null ? "remove its \"min\"" : $"lower its \"min\" to {Literal(lowered.Value)}";
        return $"Better than the file believes. To keep the gain, tighten \"{metric}\" there to \"max\": {Literal(SuggestedLimit.Max(metric, judged.Measured))} and {step}.";
    }

    private static string Literal(double value) => Reporting.Figures.Number(value, "R");

    private static string MethodOf(CaseId id)
    {
        var open = id.Name.IndexOf('(', StringComparison.Ordinal);
        var path = open < 0 ? id.Name : id.Name[..open];
        return path[(path.LastIndexOf('.') + 1)..];
    }

    private static string Indent(string text) => string.Join('\n', text.Split('\n').Select(line => line.Length > 0 ? $"  {line}" : line));
}
