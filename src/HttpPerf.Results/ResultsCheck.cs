using System.Text.Json;

namespace HttpPerf.Results;

/// <summary>
/// Finds in results that were read whatever their types allow and no run writes. <see cref="JsonSerializer"/> doesn't look for nulls in
/// lists and dictionaries, and reads 1e999 as an infinite number.
/// </summary>
internal static class ResultsCheck
{
    /// <summary>Deeper than any stack of calls in a trace.</summary>
    private const int DeepestCall = 1000;

    /// <returns>The first fault, as a sentence with its place; null if there is none.</returns>
    public static string? FindFault(ResultsDocument results) =>
    (
        from faults in new[]
        {
            Path("tests.path", results.Tests.Path),
            Path("thresholds.path", results.Thresholds?.Path),
            Values("settings", results.Settings, Number),
            List("allCases", results.AllCases),
            List("groups", results.Groups, Group),
            List("gone", results.RemovedCases, Case),
        }
        from fault in faults
        select fault).FirstOrDefault();

    private static IEnumerable<string> Group(string at, GroupResults group) =>
    [
        .. Number($"{at}.seconds", group.Seconds),
        .. Figure($"{at}.check.copy", group.Check?.Control),
        .. Figure($"{at}.check.doubledCopy", group.Check?.DoubledControl),
        .. Number($"{at}.check.deviations", group.Check?.Deviations),
        .. List($"{at}.hosts", group.Hosts),
        .. List($"{at}.notes", group.Notes),
        .. List($"{at}.cases", group.Cases, Case),
        .. List($"{at}.endpoints", group.Endpoints, (api, of) => List($"{api}.all", of.All).Concat(List($"{api}.measured", of.Measured))),
    ];

    private static IEnumerable<string> Case(string at, CaseResults one) =>
    [
        .. Values($"{at}.metrics", one.Metrics, Figure),
        .. List($"{at}.limits", one.Limits, Limit),
        .. Values($"{at}.missing", one.ProposedMaximums, Number),
        .. Values($"{at}.missingAmounts", one.ProposedAmounts, Amounts),
        .. Values($"{at}.growth", one.Growth, (_, _) => []),
        .. List($"{at}.profiles", one.Profiles, (profile, calls) => List($"{profile}.calls", calls.Calls, Call)),
        .. Number($"{at}.firstCall", one.FirstCall),
        .. List($"{at}.starts.now", one.Starts?.Now, Start),
        .. List($"{at}.starts.before", one.Starts?.Before, Start),
        .. one.Rounds is { } rounds ? Rounds($"{at}.rounds", rounds) : [],
        .. Number($"{at}.roundTrips.timeAt20ms", one.RoundTrips?.TimeAt20ms),
        .. Number($"{at}.roundTrips.latencyMilliseconds", one.RoundTrips?.LatencyMilliseconds),
        .. List($"{at}.roundTrips.steps", one.RoundTrips?.Steps, Step),
        .. Number($"{at}.serverRoundTrips.latencyMilliseconds", one.ServerRoundTrips?.LatencyMilliseconds),
        .. List($"{at}.serverRoundTrips.steps", one.ServerRoundTrips?.Steps, Step),
        .. List($"{at}.samples.nanoseconds", one.Samples?.Nanoseconds, Numbers),
        .. List($"{at}.samples.beforeNanoseconds", one.Samples?.BeforeNanoseconds, Numbers),
        .. List($"{at}.samples.allocatedBytes", one.Samples?.AllocatedBytes, Numbers),
    ];

    private static IEnumerable<string> Step(string at, WaitResults wait) =>
        Number($"{at}.start", wait.Start).Concat(Number($"{at}.end", wait.End));

    private static IEnumerable<string> Limit(string at, LimitResults limit) =>
    [
        .. limit.Path.Count == 0 ? [$"{at}.path is empty."] : List($"{at}.path", limit.Path),
        .. limit is { Min: null, Max: null } ? [$"{at} has neither min nor max."] : Array.Empty<string>(),
        .. Number($"{at}.min", limit.Min),
        .. Number($"{at}.max", limit.Max),
        .. Number($"{at}.finds", limit.DetectableChange),
        .. Number($"{at}.broken", limit.ProbabilityBroken),
        .. Number($"{at}.missingSeconds", limit.MissingSeconds),
        .. limit.Amounts is { } amounts ? Amounts($"{at}.amounts", amounts) : [],
        .. Bounds($"{at}.suggested", limit.Suggested),
        .. limit.Closest is { } closest ? Bounds($"{at}.closest", closest) : [],
    ];

    private static IEnumerable<string> Bounds(string at, Bounds bounds) =>
    [
        .. Number($"{at}.min", bounds.Min),
        .. Number($"{at}.max", bounds.Max),
        .. bounds.Amounts is { } amounts ? Amounts($"{at}.amounts", amounts) : [],
    ];

    private static IEnumerable<string> Figure(string at, Figure? figure) => figure is null ? [] :
    [
        .. Number($"{at}.value", figure.Value),
        .. Number($"{at}.lower", figure.Lower),
        .. Number($"{at}.upper", figure.Upper),
        .. Numbers($"{at}.processes", figure.Processes ?? []),
    ];

    private static IEnumerable<string> Call(string at, CallResults call) =>
    [
        .. call.Depth is < 0 or > DeepestCall
            ? [FormattableString.Invariant($"{at}.depth is {call.Depth}, not between 0 and {DeepestCall}.")] : Array.Empty<string>(),
        .. Number($"{at}.amount", call.Amount),
        .. Number($"{at}.before", call.Before),
    ];

    private static IEnumerable<string> Start(string at, StartResults start) =>
    [
        .. Number($"{at}.nanoseconds", start.Nanoseconds),
        .. Number($"{at}.responseNanoseconds", start.ResponseNanoseconds),
        .. Number($"{at}.cpuNanoseconds", start.CpuNanoseconds),
    ];

    private static IEnumerable<string> Rounds(string at, RoundsResults rounds)
    {
        foreach (var fault in Number($"{at}.lower", rounds.Lower).Concat(Number($"{at}.upper", rounds.Upper)).Concat(
            List(
                $"{at}.epochs",
                rounds.Epochs,
                (epoch, counts) => counts.Any(count => count < 0) ? [$"{epoch} has a negative count."] : [])))
            yield return fault;
        if (rounds.Lower <= 0 || rounds.Upper < rounds.Lower)
            yield return $"{at} has no range of positive values from lower to upper.";
        if (rounds.Epochs.Where(epoch => epoch is not null).DistinctBy(epoch => epoch.Count).Count() > 1)
            yield return $"{at}.epochs have different numbers of bins.";
    }

    private static IEnumerable<string> Path(string at, string? path) => path?.Contains('\0') == true ? [$"{at} has a null character."] : [];

    private static IEnumerable<string> Number(string at, double value) => double.IsFinite(value) ? [] : [$"{at} is too large a number."];

    private static IEnumerable<string> Number(string at, double? value) => value is { } number ? Number(at, number) : [];

    private static IEnumerable<string> Amounts(string at, IReadOnlyList<double> amounts) =>
        amounts.Count == 0 ? [$"{at} is empty."] : Numbers(at, amounts);

    private static IEnumerable<string> Numbers(string at, IEnumerable<double> values) =>
        values.SelectMany((value, i) => Number(FormattableString.Invariant($"{at}[{i}]"), value));

    private static IEnumerable<string> List<T>(string at, IReadOnlyList<T>? list, Func<string, T, IEnumerable<string>>? elements = null)
        where T : class =>
        (list ?? []).SelectMany((element, i) => FormattableString.Invariant($"{at}[{i}]") is var place && element is null
            ? [$"{place} is null."]
            : elements?.Invoke(place, element) ?? []);

    private static IEnumerable<string> Values<T>(
        string at, IReadOnlyDictionary<string, T>? values, Func<string, T, IEnumerable<string>> check) =>
        (values ?? new Dictionary<string, T>()).SelectMany(
            value => value.Value is null ? [$"{at}.{value.Key} is null."] : check($"{at}.{value.Key}", value.Value));
}
