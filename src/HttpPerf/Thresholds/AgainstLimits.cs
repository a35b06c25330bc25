namespace HttpPerf.Thresholds;

/// <summary>The limits by which a case is compared with an earlier build.</summary>
internal static class AgainstLimits
{
    /// <summary>Two builds of equal code differ by less than this.</summary>
    private const double TimeRatio = 1.05;

    /// <summary>What no change should add to a call without anybody noticing.</summary>
    private static readonly string[] Counters =
        ["http.client.connections.opened", "http.client.requests", "tls.handshakes", "server.microsoft.entityframeworkcore.queries"];

    /// <param name="limits">The limits that the file sets for the case.</param>
    /// <param name="isCompared">Whether the case is compared with an earlier build.</param>
    /// <returns>Those limits, and the defaults for what they leave open; without a comparison, only those that don't need one.</returns>
    public static IReadOnlyList<Limit> Complete(IReadOnlyList<Limit> limits, bool isCompared)
    {
        if (!isCompared)
            return [.. limits.Where(limit => !limit.Metric.IsAgainst)];

        var defaults = Counters
            .Select(Metric.Counter)
            .Concat(limits.Select(limit => limit.Metric).Where(metric => metric is { Unit: Unit.PerOperation, IsAgainst: false }))
            .Select(metric => Default(Metric.AgainstCounter(metric.Selection!)))
            .Prepend(Default(Metric.AgainstServerAllocatedBytes))
            .Prepend(Default(Metric.AgainstAllocatedBytes))
            .Prepend(Default(Metric.AgainstTimeRatio));
        return [.. limits, .. defaults.ExceptBy(limits.Select(limit => limit.Metric), limit => limit.Metric)];
    }

    /// <summary>
    /// Whether a limit allows a case growth that it doesn't have any more: the earlier build has it, too. It would let the next growth
    /// pass.
    /// </summary>
    public static bool IsUnneeded(JudgedLimit judged, CaseId id)
    {
        var (limit, usual) = (judged.Limit, UsualOf(judged.Limit.Metric));
        return limit.Metric.IsAgainst && limit.Pattern == id.Name && limit.Max > usual && judged.Measured.Upper <= usual;
    }

    /// <summary>What is allowed without an entry in the file.</summary>
    public static double UsualOf(Metric metric) => metric == Metric.AgainstTimeRatio ? TimeRatio : 0;

    private static Limit Default(Metric metric) => new(metric, null, UsualOf(metric), "*", "", 0, 0);
}
