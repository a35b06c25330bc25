using System.Globalization;
using System.Net.Http.Headers;

namespace HttpPerf.Checking;

/// <summary>A request that was answered by an error or a redirect.</summary>
/// <param name="Request">Method and URL.</param>
/// <param name="Status">The status, 300 or above.</param>
/// <param name="Body">The first lines of the body; empty if there is none.</param>
internal sealed record ErrorAnswer(string Request, int Status, string Body)
{
    private const int MostLines = 10;
    private const int MostCharacters = 1000;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(1);

    /// <summary>Reads an answer whose body nobody has read yet, and leaves the body to its caller.</summary>
    public static ErrorAnswer Read(HttpResponseMessage response) =>
        new($"{response.RequestMessage?.Method} {response.RequestMessage?.RequestUri}", (int)response.StatusCode, Read(response.Content));

    /// <summary>Tells of the request and its answer, except for what a message already says; null if that is everything.</summary>
    /// <param name="subject">The subject of the sentence, e.g. <c>It</c>.</param>
    /// <param name="message">The message so far.</param>
    public string? Describe(string subject, string message)
    {
        var sentence = message.Contains(Request.Split(' ')[^1], StringComparison.Ordinal)
            && message.Contains(Status.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)
            ? null : $"{subject} sent {Request} and was answered {Status}.";
        return (sentence, DescribeBody(message)) switch
        {
            (null, var body) => body,
            (_, null) => sentence,
            var (_, body) => $"{sentence} {body}",
        };
    }

    /// <inheritdoc cref="Describe"/>
    public string? DescribeBody(string message) => Body.Length == 0 || message.Contains(Body, StringComparison.Ordinal)
        ? null
        : $"The body:\n  {Body.Replace("\n", "\n  ", StringComparison.Ordinal)}";

    private static string Read(HttpContent content)
    {
        try
        {
            // The caller reads from the buffer then.
            if (!content.LoadIntoBufferAsync().Wait(Timeout))
                return $"(not received within {Timeout.TotalSeconds} s)";
            return IsText(content.Headers) ? FirstLines(content.ReadAsStringAsync().Result) : Name(content.Headers);
        }
        catch (Exception)
        {
            // Can be any exception: the body is cut off, or its character set is unknown. If it matters, the caller meets it too.
            return "";
        }
    }

    private static bool IsText(HttpContentHeaders headers) => headers.ContentEncoding.Count == 0
        && (headers.ContentType?.MediaType is not { } type
            || type.StartsWith("text/", StringComparison.OrdinalIgnoreCase)
            || type.EndsWith("json", StringComparison.OrdinalIgnoreCase)
            || type.EndsWith("xml", StringComparison.OrdinalIgnoreCase));

    private static string Name(HttpContentHeaders headers) => string.Create(
        CultureInfo.InvariantCulture,
        $"({headers.ContentLength:N0} B of {string.Join(", ", headers.ContentEncoding.Append(headers.ContentType?.MediaType))})");

    private static string FirstLines(string text)
    {
        var start = text.Trim() is { Length: > MostCharacters } longText ? $"{longText[..MostCharacters]}…" : text.Trim();
        var lines = start.ReplaceLineEndings("\n").Split('\n');
        return string.Join('\n', lines.Length <= MostLines ? lines : lines.Take(MostLines).Append("…"));
    }
}
