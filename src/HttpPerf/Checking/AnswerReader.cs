using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using HttpPerf.Model.Faults;
using HttpPerf.Model;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Checking;

/// <summary>Reads error answers, for messages.</summary>
internal static class AnswerReader
{
    private const int MostLines = 10;
    private const int MostCharacters = 1000;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(1);

    /// <summary>Reads an answer whose body nobody has read yet, and leaves the body to its caller.</summary>
    public static ErrorAnswer Read(HttpResponseMessage response) =>
        new(
            Quotation.Line($"{response.RequestMessage?.Method} {response.RequestMessage?.RequestUri}"),
            (int)response.StatusCode,
            ReadBody(response));

    private static string ReadBody(HttpResponseMessage response)
    {
        var headers = response.Content.Headers;
        try
        {
            using var start = PeekedBody.Peek(response, Timeout);
            return start is null ? $"(not received within {Timeout.InSeconds("0.#")} s)"
                : IsText(headers) ? FirstLines(Decode(start, headers.ContentType?.CharSet))
                : Name(headers);
        }
        catch (Exception)
        {
            // Can be any exception: the body is cut off, or its character set is unknown. If it matters, the caller meets it too.
            return "";
        }
    }

    private static string Decode(Stream start, string? charSet)
    {
        using var reader = new StreamReader(start, charSet is null ? Encoding.UTF8 : Encoding.GetEncoding(charSet.Trim('"')));
        return reader.ReadToEnd();
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
        // Secrets first: of one that is cut off, a part would remain.
        var whole = Quotation.Of(text.Trim());
        var start = whole.Length > MostCharacters ? $"{whole[..MostCharacters]}…" : whole;
        var lines = start.Split('\n');
        return string.Join('\n', lines.Length <= MostLines ? lines : lines.Take(MostLines).Append("…"));
    }
}
