using System.Text;

namespace HttpPerf.Tool;

/// <summary>A file of the user's.</summary>
internal static class TextFile
{
    private static readonly UTF8Encoding WithoutMark = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Changes its text, and keeps its encoding: Visual Studio's files begin with a byte order mark.</summary>
    /// <param name="path">Its full path. It is created if it isn't there.</param>
    /// <param name="change">Returns the new text for the old one, which is empty for a new file.</param>
    /// <param name="cancellation">Ends reading and writing.</param>
    public static async Task Edit(string path, Func<string, string> change, CancellationToken cancellation)
    {
        var (text, encoding) = ("", (Encoding)WithoutMark);
        if (File.Exists(path))
        {
            using var reader = new StreamReader(path, WithoutMark);
            text = await reader.ReadToEndAsync(cancellation);
            encoding = reader.CurrentEncoding;
        }

        await File.WriteAllTextAsync(path, change(text), encoding, cancellation);
    }
}
