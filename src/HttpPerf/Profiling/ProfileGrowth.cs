namespace HttpPerf.Profiling;

/// <summary>By how much more of a subject, e.g. of a type, a case costs than another one, and where.</summary>
/// <param name="Subject">The subject.</param>
/// <param name="Count">Objects or samples per operation.</param>
/// <param name="Amount">Bytes or nanoseconds per operation.</param>
/// <param name="Places">Where most of it is, the largest part first: one or more.</param>
internal sealed record ProfileGrowth(string Subject, double Count, double Amount, IReadOnlyList<string> Places)
{
    /// <summary>A place is named if it has this share of what its subject has grown by.</summary>
    private const double ShareOfPlace = 0.25;

    /// <summary>What is left of a whole number of objects per operation by how they are reported.</summary>
    private const double CountError = 0.1;

    private const double AmountError = 0.1;

    /// <param name="now">What the case costs.</param>
    /// <param name="before">What the other one costs; null to return all that the case does.</param>
    /// <param name="smallest">What grows by less is left out, in bytes or nanoseconds per operation.</param>
    /// <param name="measured">By how much it has grown where it was measured; null if that is not known.</param>
    /// <returns>
    /// The subjects that have grown, the largest growth first. Whether a call goes on at once or waits for the network changes by chance,
    /// and what it allocates with it; if subjects that grow by whole objects in every call are all that was measured, the others are left
    /// out.
    /// </returns>
    /// <remarks>
    /// A type's sum is nearly exact. Its places are those of the sampled objects, so they only say where the growth of the type is.
    /// </remarks>
    public static IReadOnlyList<ProfileGrowth> Compare(CallProfile now, CallProfile? before, double smallest, double? measured = null)
    {
        var earlier = (before?.Sites ?? []).ToLookup(site => site.Subject);
        ProfileGrowth[] all =
        [
            .. from subject in now.Sites.GroupBy(site => site.Subject)
               let amount = subject.Sum(site => site.Amount) - earlier[subject.Key].Sum(site => site.Amount)
               where amount >= smallest
                   && amount > now.Resolution[subject.Key] + (before?.Resolution.GetValueOrDefault(subject.Key) ?? 0)
               orderby amount descending
               let count = subject.Sum(site => site.Count) - earlier[subject.Key].Sum(site => site.Count)
               select new ProfileGrowth(subject.Key, count, amount, PlacesOf([.. subject], earlier[subject.Key], amount)),
        ];
        var whole = Array.FindAll(all, growth => Math.Abs(growth.Count - Math.Round(growth.Count)) <= CountError);
        return Math.Abs(whole.Sum(growth => growth.Amount) - (measured ?? double.NaN)) <= AmountError * measured ? whole : all;
    }

    private static string[] PlacesOf(List<CallSite> now, IEnumerable<CallSite> before, double amount)
    {
        var earlier = before.GroupBy(site => site.Methods).ToDictionary(place => place.Key, place => place.Sum(site => site.Amount));
        var places = now.GroupBy(site => site.Methods)
            .Select(place => (
                Growth: place.Sum(site => site.Amount) - earlier.GetValueOrDefault(place.Key),
                place.MaxBy(site => site.Amount)!.Place))
            .OrderByDescending(place => place.Growth)
            .ToList();
        return [.. places.Where((place, i) => i == 0 || place.Growth >= ShareOfPlace * amount).Select(place => place.Place)];
    }
}
