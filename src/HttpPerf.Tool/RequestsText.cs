using System.Text;
using System.Text.RegularExpressions;
using HttpPerf.Results.Surveys;

namespace HttpPerf.Tool;

/// <summary>Adds to the text of <c>.http</c> files.</summary>
internal static partial class RequestsText
{
    /// <summary>Marks requests that can't be measured, so that they are no tests until somebody mends them.</summary>
    /// <param name="text">The file's text.</param>
    /// <param name="refused">Those requests of the file.</param>
    public static string Skip(string text, IEnumerable<SurveyedRequest> refused)
    {
        // A file may have both line endings: templates write \r\n, many editors \n.
        var lines = text.Split('\n').ToList();
        var end = lines[0].EndsWith('\r') ? "\r" : "";
        foreach (var request in refused.OrderByDescending(request => request.Line))
            lines.Insert(request.Line - 1, SkipLine(request.Blocker!) + end);
        return string.Join('\n', lines);
    }

    /// <summary>
    /// Adds requests to endpoints, unless the file has them. Those that nobody can call without data are marked, for somebody to fill in.
    /// </summary>
    /// <param name="text">The file's text; empty for a new one.</param>
    /// <param name="address">The variable for the API's address that a new file defines, e.g. <c>Shop_HostAddress</c>.</param>
    /// <param name="url">Its value.</param>
    /// <param name="endpoints">A request to each.</param>
    public static string AddEndpoints(string text, string address, Uri url, IEnumerable<SurveyedEndpoint> endpoints)
    {
        var file = new StringBuilder(text.TrimEnd('#', ' ', '\t', '\r', '\n'));
        var host = Address().Match(text) is { Success: true } known ? known.Groups[1].Value : null;
        if (host is null)
        {
            file.Insert(0, $"@{address} = {url.ToString().TrimEnd('/')}{(file.Length > 0 ? "\n\n" : "")}");
            host = address;
        }

        var present = text.ReplaceLineEndings("\n").Split('\n').ToHashSet();
        foreach (var endpoint in endpoints)
        {
            var skip = endpoint.Blocker is { } blocker ? $"{SkipLine(blocker)}\n" : "";
            var line = RequestLine().Match(endpoint.Text);
            var request = $"{line.Groups[1]}{{{{{host}}}}}{line.Groups[2]}";
            if (!present.Contains(request))
                file.Append("\n\n###").Append(endpoint.Text[..line.Index]).Append(skip).Append(request)
                    .Append(endpoint.Text[(line.Index + line.Length)..]);
        }

        return file.Append('\n').ToString();
    }

    private static string SkipLine(string why) => $"# @skip {why.ReplaceLineEndings("\n").Split('\n')[0]}";

    [GeneratedRegex(@"^@([\w.-]+)\s*=\s*https?://", RegexOptions.Multiline)]
    private static partial Regex Address();

    // Its title may be the same.
    [GeneratedRegex(@"(?<=\n)([A-Z]+ )(/.*)")]
    private static partial Regex RequestLine();
}
