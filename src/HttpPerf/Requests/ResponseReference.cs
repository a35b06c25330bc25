using System.Text.RegularExpressions;

namespace HttpPerf.Requests;

/// <summary>A reference to a part of a named request or its answer, e.g. <c>login.response.body.$.token</c>.</summary>
/// <param name="Request">The request's name.</param>
/// <param name="IsOfResponse">Whether it is of the response, and not of the request.</param>
/// <param name="IsOfBody">Whether it is of the body, and not of a header.</param>
/// <param name="Path"><c>*</c> or a JSONPath into the body, or the name of a header.</param>
internal sealed partial record ResponseReference(string Request, bool IsOfResponse, bool IsOfBody, string Path)
{
    /// <summary>Null if it is a reference of another kind.</summary>
    public static ResponseReference? TryParse(string reference)
    {
        var match = Pattern().Match(reference);
        return match.Success
            ? new(
                match.Groups["name"].Value,
                match.Groups["side"].Value == "response",
                match.Groups["part"].Value == "body",
                match.Groups["path"].Value)
            : null;
    }

    [GeneratedRegex(@"^(?<name>[^.$]+)\.(?<side>request|response)\.(?<part>body|headers)\.(?<path>.+)$")]
    private static partial Regex Pattern();
}
