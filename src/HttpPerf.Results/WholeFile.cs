using System.Text;

namespace HttpPerf.Results;

/// <summary>Writes files that readers never see half-written.</summary>
internal static class WholeFile
{
    /// <summary>A virus scanner or an editor may have the file open for a moment, which keeps it from being replaced on Windows.</summary>
    private const int Tries = 3;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

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
            Create(temporary, !OperatingSystem.IsWindows() && File.Exists(path) ? File.GetUnixFileMode(path) : null, content);
            Replace(temporary, path);
        }
        catch
        {
            DeleteIfPossible(temporary);
            throw;
        }
    }

    private static void Create(string file, UnixFileMode? mode, ReadOnlySpan<byte> content)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        // Never readable by more users than the file that it replaces.
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = mode;
        using var stream = new FileStream(file, options);
        stream.Write(content);
        // Otherwise a loss of power may leave the new name with no content.
        stream.Flush(flushToDisk: true);
        // The process's mask has taken bits away.
        if (!OperatingSystem.IsWindows() && mode is { } exact)
            File.SetUnixFileMode(stream.SafeFileHandle, exact);
    }

    private static void Replace(string temporary, string path)
    {
        for (var tries = 1; ; tries++)
            try
            {
                File.Move(temporary, path, overwrite: true);
                return;
            }
            catch (Exception e) when (
                OperatingSystem.IsWindows() && tries < Tries && e is IOException or UnauthorizedAccessException && File.Exists(path))
            {
                Thread.Sleep(Pause);
            }
    }

    private static void DeleteIfPossible(string file)
    {
        try
        {
            File.Delete(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The first error says more.
        }
    }
}
