namespace HttpPerf.Profiling;

/// <summary>By how much more of a subject, e.g. of a type, a case costs than another one, and where.</summary>
/// <param name="Subject">The subject.</param>
/// <param name="Count">Objects or samples per operation.</param>
/// <param name="Amount">Bytes or nanoseconds per operation.</param>
/// <param name="Size">The size of an object; null if no object has it, because objects of several sizes came and went.</param>
/// <param name="Places">Where most of it is, the largest part first: one or more.</param>
internal sealed record ProfileGrowth(string Subject, double Count, double Amount, double? Size, IReadOnlyList<string> Places)
{
    /// <summary>A place is named if it has this share of its subject's growth.</summary>
    private const double ShareOfPlace = 0.25;

    /// <summary>By how much a size may be off that is computed from counts and bytes.</summary>
    private const double SizeError = 0.01;

    /// <param name="subject">The subject.</param>
    /// <param name="count">By how many it has grown.</param>
    /// <param name="amount">By how much it has grown.</param>
    /// <param name="now">The costs of the case, by subject.</param>
    /// <param name="before">The costs of the other one.</param>
    public static ProfileGrowth Locate(
        string subject, double count, double amount, ILookup<string, CallSite> now, ILookup<string, CallSite> before)
    {
        var earlier = before[subject].ToLookup(site => site.Methods);
        var places = now[subject].GroupBy(site => site.Methods)
            .Select(place => (
                Growth: place.Sum(site => site.Amount) - earlier[place.Key].Sum(site => site.Amount),
                Place: PlaceOf(place, earlier[place.Key])))
            .OrderByDescending(place => place.Growth)
            .ToList();
        return new(
            subject,
            count,
            amount,
            SizeOf(count, amount, [.. now[subject].Where(site => site.Count > 0).Select(site => site.Amount / site.Count)]),
            [.. places.Where((place, i) => i == 0 || place.Growth >= ShareOfPlace * amount).Select(place => place.Place)]);
    }

    private static string PlaceOf(IEnumerable<CallSite> now, IEnumerable<CallSite> before)
    {
        var line = LineGrowth.FindMost(now, before);
        return now.First(site => site.Line == line).Place;
    }

    /// <summary>Where 62 objects of 24 B come and two of 40 B go, none of the 60 that are left has 23 B.</summary>
    private static double? SizeOf(double count, double amount, IReadOnlyList<double> sizes) =>
        count > 0 && sizes.Count > 0
        && amount / count >= sizes.Min() * (1 - SizeError) && amount / count <= sizes.Max() * (1 + SizeError)
            ? amount / count
            : null;
}
