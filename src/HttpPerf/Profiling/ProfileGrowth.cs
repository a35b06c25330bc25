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

    /// <param name="subject">The subject.</param>
    /// <param name="count">By how many it has grown.</param>
    /// <param name="amount">By how much it has grown.</param>
    /// <param name="now">Where the case costs what.</param>
    /// <param name="before">Where the other one does.</param>
    public static ProfileGrowth Locate(
        string subject, double count, double amount, ILookup<string, CallSite> now, ILookup<string, CallSite> before)
    {
        var earlier = before[subject].GroupBy(site => site.Methods)
            .ToDictionary(place => place.Key, place => place.Sum(site => site.Amount));
        var places = now[subject].GroupBy(site => site.Methods)
            .Select(place => (
                Growth: place.Sum(site => site.Amount) - earlier.GetValueOrDefault(place.Key),
                place.MaxBy(site => site.Amount)!.Place))
            .OrderByDescending(place => place.Growth)
            .ToList();
        return new(
            subject,
            count,
            amount,
            [.. places.Where((place, i) => i == 0 || place.Growth >= ShareOfPlace * amount).Select(place => place.Place)]);
    }
}
