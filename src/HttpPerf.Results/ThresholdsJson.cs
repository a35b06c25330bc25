using System.Text.Json;

namespace HttpPerf.Results;

/// <summary>How the text of <c>thresholds.json</c> is read: for limits, and to change it.</summary>
internal static class ThresholdsJson
{
    /// <summary>Comments and trailing commas are allowed.</summary>
    public static JsonReaderOptions Options { get; } = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    /// <summary>Where the JSON begins in UTF-8 that may have a byte order mark.</summary>
    public static int StartOf(ReadOnlySpan<byte> text)
    {
        ReadOnlySpan<byte> byteOrderMark = [0xEF, 0xBB, 0xBF];
        return text.StartsWith(byteOrderMark) ? byteOrderMark.Length : 0;
    }
}
