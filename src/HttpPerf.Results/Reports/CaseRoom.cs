namespace HttpPerf.Results.Reports;

/// <summary>The limit of a case that its figure comes closest to, or breaks by most.</summary>
/// <param name="Limit">The limit.</param>
/// <param name="Used">The upper end of the figure's interval as a part of the maximum: 1 where they are equal.</param>
internal sealed record CaseRoom(LimitResults Limit, double Used)
{
    /// <returns>Null if the case has no maximum to compare with.</returns>
    public static CaseRoom? Find(CaseResults measured) => measured.Limits
        .Where(limit => limit.Max > 0)
        .Select(limit => (Limit: limit, Figure: measured.Metrics.GetValueOrDefault(limit.Metric)))
        .Where(at => at.Figure is not null)
        .Select(at => new CaseRoom(at.Limit, (at.Figure!.Upper ?? at.Figure.Value) / at.Limit.Max!.Value))
        .MaxBy(room => room.Used);
}
