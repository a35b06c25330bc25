using System.Text.RegularExpressions;

namespace HttpPerf.Accepting;

/// <summary>The results to accept after a run, as the arguments of <c>dotnet httpperf accept</c> select them.</summary>
/// <param name="Patterns">Names of cases; none for all.</param>
/// <param name="Accepted">What to accept of them.</param>
internal sealed partial record AcceptRequest(IReadOnlyList<string> Patterns, Accepted Accepted)
{
    private static readonly Dictionary<string, Accepted> Options = new()
    {
        ["--missing"] = Accepted.Missing,
        ["--broken"] = Accepted.Broken,
        ["--better"] = Accepted.Better,
        ["--prune"] = Accepted.Pruned,
        ["--yes"] = Accepted.None,
    };

    /// <param name="arguments">E.g. <c>Orders.*</c> or <c>--better Orders.*</c>, without faults.</param>
    public static AcceptRequest Parse(string arguments)
    {
        var words = Split(arguments);
        var accepted = words.Aggregate(Accepted.None, (all, word) => all | Options.GetValueOrDefault(word));
        return new([.. words.Where(word => !Options.ContainsKey(word))], accepted == Accepted.None ? Accepted.Missing : accepted);
    }

    /// <summary>The error and its remedy, in sentences; null if there is none.</summary>
    public static string? FindFault(string arguments)
    {
        var words = Split(arguments);
        if (words.FirstOrDefault(word => word.StartsWith('-') && !Options.ContainsKey(word)) is { } unknown)
            return $"{unknown} is not an option. Write names of cases, or {string.Join(", ", Options.Keys)}.";
        // In a test run, nobody can be asked.
        return words.Contains("--broken") && !words.Contains("--yes")
            ? "A regression could accept itself. To accept all broken limits, add --yes; to be asked, use dotnet httpperf accept --broken."
            : null;
    }

    /// <summary>Parameters of a case may contain spaces.</summary>
    private static List<string> Split(string arguments) => [.. Words().Matches(arguments).Select(match => match.Value)];

    [GeneratedRegex(@"(?:\([^)]*\)|\S)+")]
    private static partial Regex Words();
}
