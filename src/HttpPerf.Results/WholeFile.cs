using System.Text;

namespace HttpPerf.Results;

/// <summary>Writes files that readers never see half-written.</summary>
internal static class WholeFile
{
    /// <inheritdoc cref="Write(string, ReadOnlySpan{byte})"/>
    public static void Write(string path, string content) => Write(path, Encoding.UTF8.GetBytes(content));

    /// <summary>Replaces the file, or creates it and its folder.</summary>
    /// <exception cref="IOException">It can't be written; it is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written; it is as it was.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        var temporary = $"{path}.{Path.GetRandomFileName()}";
        try
        {
            File.WriteAllBytes(temporary, content);
            if (!OperatingSystem.IsWindows() && File.Exists(path))
                File.SetUnixFileMode(temporary, File.GetUnixFileMode(path));
            File.Move(temporary, path, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }
}
