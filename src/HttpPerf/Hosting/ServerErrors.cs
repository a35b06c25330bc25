using System.Diagnostics;
using System.Text.RegularExpressions;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Hosting;

/// <summary>The last errors in the output of servers, for messages about requests that failed.</summary>
internal static partial class ServerErrors
{
    private const int MostErrors = 3;
    private const int LinesPerError = 8;
    private const int OtherLines = 5;
    private const int LongestLine = 300;

    /// <summary>Loggers write from a thread of their own, so an error may appear later than the response.</summary>
    private static readonly TimeSpan Latest = TimeSpan.FromMilliseconds(300);

    /// <summary>
    /// Quotes the last errors that the hosts have logged, or else the last lines of their output; null if it is empty.
    /// </summary>
    public static async Task<string?> Find(IReadOnlyList<ApiHost> hosts)
    {
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < Latest && !hosts.Any(host => In(host.Output).Any()))
            await Task.Delay(20).ConfigureAwait(false);
        var texts = hosts.Select(host => Quote(host.Description, host.Output)).OfType<string>().ToList();
        return texts.Count == 0 ? null : string.Join('\n', texts);
    }

    /// <param name="host">The name of the host.</param>
    /// <param name="output">Its output.</param>
    public static string? Quote(string host, string output)
    {
        output = Quotation.Of(output);
        var errors = In(output).ToList();
        // Those of several requests differ in numbers and quoted ids at most.
        var last = errors.DistinctBy(error => Varying().Replace(error, "")).TakeLast(MostErrors).ToList();
        if (last.Count > 0)
            return Indent($"The last errors that {host} has logged:", last.SelectMany(error => Shorten(error.Split('\n'))));
        return output.Length == 0 ? null : Indent($"The last lines of {host}:", output.Split('\n').TakeLast(OtherLines));
    }

    /// <summary>The errors in the format of ASP.NET Core's console logger, oldest first, each with the lines that belong to it.</summary>
    private static IEnumerable<string> In(string output) => Errors().Matches(output).Select(error => error.Value.TrimEnd());

    private static IEnumerable<string> Shorten(string[] lines) =>
        lines.Length <= LinesPerError ? lines : lines.Take(LinesPerError).Append("      …");

    private static string Indent(string title, IEnumerable<string> lines) => string.Join(
        '\n', lines.Select(line => $"  {(line.Length <= LongestLine ? line : $"{line[..LongestLine]}…")}").Prepend(title));

    // "fail: Category[0]", with a time in front of it if there is one; then lines that are indented. In linear time, because an API may
    // write a line of 100,000 digits.
    [GeneratedRegex(@"^(?:\S*\d\S* ){0,3}(?:fail|crit): .*(?:\n[ \t].*)*", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex Errors();

    [GeneratedRegex(@"""[^""]*""|\d+")]
    private static partial Regex Varying();
}
