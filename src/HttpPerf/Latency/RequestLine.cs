using System.Text;
using System.Text.RegularExpressions;

namespace HttpPerf.Latency;

/// <summary>Reads the request from the first bytes of an exchange.</summary>
internal static partial class RequestLine
{
    private const int Longest = 2048;
    private const byte Handshake = 0x16;
    private const string TlsHandshake = "TLS handshake";

    /// <returns>E.g. <c>GET /orders/17</c>, without the query; empty if the bytes don't tell.</returns>
    public static string Describe(ReadOnlySpan<byte> bytes)
    {
        // A TLS record starts with its type and a version 3.x.
        if (bytes is [Handshake, 3, ..])
            return TlsHandshake;
        var end = bytes[..Math.Min(bytes.Length, Longest)].IndexOf((byte)'\r');
        return end > 0 && Pattern().Match(Encoding.Latin1.GetString(bytes[..end])) is { Success: true } line
            ? $"{line.Groups[1].Value} {line.Groups[2].Value}"
            : "";
    }

    /// <summary>Whether a name is that of a request.</summary>
    public static bool IsRequest(string? name) => name?.Contains(" /", StringComparison.Ordinal) == true;

    [GeneratedRegex(@"^([A-Z]+) ([^ ?]+)\S* HTTP/1\.[01]$")]
    private static partial Regex Pattern();
}
