namespace HttpPerf.Profiling;

/// <summary>By how much more a case costs than another one, by subject, e.g. by type.</summary>
/// <param name="Grown">The subjects that have grown, the largest growth first.</param>
/// <param name="Amount">Their growth together, less the decrease of others; in bytes or nanoseconds per operation.</param>
internal sealed record ProfileChange(IReadOnlyList<ProfileGrowth> Grown, double Amount)
{
    /// <summary>How much the number of objects may differ where there are as many as before, but larger ones.</summary>
    private const double CountErrorOfLarger = 0.02;

    /// <param name="now">The costs of the case.</param>
    /// <param name="before">The costs of the other one; null to return all costs of the case.</param>
    /// <param name="smallest">The smallest change to return, in bytes or nanoseconds per operation.</param>
    /// <param name="measured">By how much it has grown where it was measured; null if that is not known.</param>
    /// <returns>
    /// Whether a call goes on at once or waits for the network changes by chance, and what it allocates with it. Therefore those subjects
    /// are returned that together come closest to what was measured: those that grow by whole objects in every call, all whose growth is
    /// beyond chance, or all. The last are never all that is in every call.
    /// </returns>
    public static ProfileChange Compare(CallProfile now, CallProfile? before, double smallest, MeasuredGrowth? measured = null)
    {
        var current = now.Sites.ToLookup(site => site.Subject);
        var earlier = (before?.Sites ?? []).ToLookup(site => site.Subject);
        Change[] changes =
        [
            .. from subject in current.Select(of => of.Key).Union(earlier.Select(of => of.Key))
               let amount = current[subject].Sum(site => site.Amount) - earlier[subject].Sum(site => site.Amount)
               where Math.Abs(amount) >= smallest
               orderby amount descending
               select new Change(
                   subject,
                   current[subject].Sum(site => site.Count) - earlier[subject].Sum(site => site.Count),
                   amount,
                   Math.Abs(amount)
                       > now.Resolution.GetValueOrDefault(subject) + (before?.Resolution.GetValueOrDefault(subject) ?? 0)),
        ];
        var shrunk = changes.Where(change => change is { Amount: < 0, IsCertain: true }).Sum(change => change.Amount);
        var grown = Array.FindAll(changes, change => change.Amount > 0);
        var certain = Array.FindAll(grown, change => change.IsCertain);
        var whole = Array.FindAll(certain, change => change.IsOfWholeObjects);

        var shown = measured switch
        {
            null => certain,
            { IsExact: true } => Closest(whole, certain),
            _ => Closest(whole, certain, grown),
        };
        return new(
            [.. shown.Select(change => ProfileGrowth.Locate(change.Subject, change.Count, change.Amount, current, earlier))],
            AmountOf(shown));

        double AmountOf(Change[] changes) => changes.Sum(change => change.Amount) + shrunk;

        Change[] Closest(params Change[][] choices) =>
            choices.MinBy(choice => Math.Abs(AmountOf(choice) - measured!.Value.Bytes))!;
    }

    /// <param name="Subject">The subject.</param>
    /// <param name="Count">Objects or samples per operation.</param>
    /// <param name="Amount">Bytes or nanoseconds per operation; negative if it has shrunk.</param>
    /// <param name="IsCertain">Whether it is more than the resolution of the profiles.</param>
    private readonly record struct Change(string Subject, double Count, double Amount, bool IsCertain)
    {
        /// <summary>Whether it is as many more in every call, or larger ones.</summary>
        public bool IsOfWholeObjects =>
            CallProfile.IsWhole(Count) && (Math.Round(Count) != 0 || Math.Abs(Count) <= CountErrorOfLarger);
    }
}

/// <param name="Bytes">Per operation.</param>
/// <param name="IsExact">Whether all calls allocate the same, on both sides.</param>
internal readonly record struct MeasuredGrowth(double Bytes, bool IsExact);
