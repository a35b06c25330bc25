using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using HttpPerf.Model;

namespace HttpPerf.Pipeline;

/// <summary>The APIs that are started again and again, and judged.</summary>
/// <param name="Name">The group's name.</param>
/// <param name="Limits">The limits of its cases.</param>
/// <param name="Apis">The APIs of its cases, of both builds.</param>
/// <param name="Path">The path of the first request; null for <c>HEAD /</c>.</param>
/// <param name="Failures">Why other cases have no API.</param>
/// <param name="Earlier">Where the earlier build is from; null if there is none.</param>
internal sealed record StartedGroup(
    string Name,
    IReadOnlyList<CaseLimits> Limits,
    IReadOnlyDictionary<CaseId, StartableApi> Apis,
    string? Path,
    IReadOnlyList<CaseFailure> Failures,
    string? Earlier);
