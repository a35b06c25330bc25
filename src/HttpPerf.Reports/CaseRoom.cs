using HttpPerf.Results;

namespace HttpPerf.Reports;

/// <summary>The limit that a case breaks, the one by most if it breaks several; or else the one that its figure comes closest to.</summary>
/// <param name="Limit">The limit.</param>
/// <param name="Used">
/// The upper end of the figure's interval as a part of the maximum: 1 where they are equal; null of a minimum, and of a maximum of 0.
/// </param>
internal sealed record CaseRoom(LimitResults Limit, double? Used)
{
    /// <returns>Null if the case breaks no limit and has no maximum to compare with.</returns>
    public static CaseRoom? Find(CaseResults measured) => measured.Limits
        .Select(limit => new CaseRoom(limit, UsedOf(limit, measured.Metrics.GetValueOrDefault(limit.Metric))))
        .Where(room => room.Limit.IsBroken || room.Used is not null)
        .OrderByDescending(room => room.Limit.IsBroken)
        .ThenByDescending(room => room.Used)
        .FirstOrDefault();

    private static double? UsedOf(LimitResults limit, Figure? figure) =>
        limit.Max > 0 && limit.Status != LimitStatus.Below && figure is not null ? (figure.Upper ?? figure.Value) / limit.Max : null;
}
