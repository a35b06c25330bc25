using HttpPerf.Judging;
using HttpPerf.Judging.Limits;
using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>Notes on limits that were measured on another machine than the one on which they are judged.</summary>
internal static class OriginNotes
{
    /// <summary>One sentence for each of the other machines.</summary>
    /// <param name="limits">The limits of the group's cases.</param>
    /// <param name="origins">Where limits were measured, by line.</param>
    /// <param name="here">This machine.</param>
    public static IEnumerable<string> Write(
        IReadOnlyList<CaseLimits> limits, IReadOnlyDictionary<int, LimitOrigin> origins, MachineDescription here)
    {
        var now = LimitOrigin.Of(here, default);
        return from limit in limits.SelectMany(ofCase => ofCase.Limits).Distinct()
               where limit.Metric.DependsOnMachine
               let origin = origins.GetValueOrDefault(limit.Line)
               where origin is not null && !origin.IsLike(now)
               group limit.Location by origin into places
               select $"The {(places.Count() > 1 ? "limits" : "limit")} at {string.Join(", ", places)} "
                   + $"{(places.Count() > 1 ? "were" : "was")} {places.Key}. This is {now.Machine}, {now.Runtime}, "
                   + "where times differ.";
    }
}
