using System.Security.Cryptography;
using System.Text;

namespace HttpPerf.Results.Quoting;

/// <summary>Keeps a text that is too long for a message in a temporary file, which only this user can read and CI doesn't upload.</summary>
internal static class WholeText
{
    /// <summary>Says where the text is. The same text is written once.</summary>
    public static string Tell(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var path = Path.Combine(Path.GetTempPath(), $"httpperf-output-{Convert.ToHexStringLower(SHA256.HashData(bytes))[..16]}.log");
        try
        {
            // Of several cases that fail by the same text, only the first writes it. A file that is there already is not followed.
            if (!Path.Exists(path))
                Write(path, bytes);
            return $"All of it is in {path}.";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"The rest could not be written to {path}: {e.Message}";
        }
    }

    private static void Write(string path, byte[] bytes)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using var file = new FileStream(path, options);
        file.Write(bytes);
    }
}
