using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>Which endpoints no case reaches.</summary>
internal static class EndpointSummary
{
    private const int MostListed = 4;

    /// <summary>A line for each API of which that is known.</summary>
    public static IEnumerable<string> Write(ResultsDocument results)
    {
        foreach (var api in results.Groups.SelectMany(group => group.Endpoints ?? []).GroupBy(found => found.Api))
        {
            List<string> all = [.. api.SelectMany(found => found.All).Distinct()];
            List<string> others = [.. all.Except(api.SelectMany(found => found.Measured))];
            var more = others.Count > MostListed ? $", … and {others.Count - MostListed} more" : "";
            yield return others.Count == 0
                ? $"all endpoints of {api.Key} are measured ({all.Count})"
                : $"{all.Count - others.Count} of {all.Count} endpoints of {api.Key} are measured; not: "
                    + $"{string.Join(", ", others.Take(MostListed))}{more}";
        }
    }
}
