using System.Globalization;
using HttpPerf.Server;

namespace HttpPerf.Machine;

/// <summary>Files and folders for all users of a machine, in a folder where each may only remove their own.</summary>
internal static class LockFiles
{
    /// <summary>Creates an empty file unless there is something of that name. It never has fewer permissions than these.</summary>
    /// <exception cref="IOException">It can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">Likewise.</exception>
    public static void Create(string path, UnixFileMode mode)
    {
        if (Exists(path))
            return;
        var draft = DraftOf(path);
        try
        {
            File.Create(draft).Dispose();
            // Unlike the mode of a creation, this one is not limited by the umask.
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(draft, mode);
            File.Move(draft, path);
        }
        catch (IOException) when (Exists(path))
        {
            // Another process was faster.
        }
        finally
        {
            File.Delete(draft);
        }
    }

    /// <summary>Creates a folder unless there is something of that name.</summary>
    /// <inheritdoc cref="Create" path="/exception"/>
    public static void CreateFolder(string path, UnixFileMode mode)
    {
        if (Exists(path))
            return;
        var draft = DraftOf(path);
        Directory.CreateDirectory(draft);
        try
        {
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(draft, mode);
            Directory.Move(draft, path);
        }
        catch (IOException) when (Exists(path))
        {
            Directory.Delete(draft);
        }
    }

    /// <summary>The name of a file that becomes one of another name when it is complete.</summary>
    public static string DraftOf(string path) => $"{path}.{Guid.NewGuid():N}.new";

    /// <summary>Why a path can't be locked; null if it is an ordinary file.</summary>
    public static LockObstacle? FindObstacle(string path) =>
        Directory.Exists(path) ? new LockObstacle.Folder()
        : new FileInfo(path).LinkTarget is not null ? new LockObstacle.Link()
        : UnixFile.TryRead(path) is { IsRegular: false } ? new LockObstacle.NoFile()
        : null;

    /// <summary>Whether a file of this process is really locked, and still is the one of that name: another opening of it fails.</summary>
    public static bool IsLocked(string path)
    {
        try
        {
            new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None).Dispose();
            return false;
        }
        catch (IOException)
        {
            return true;
        }
    }

    /// <summary>The process that has locked a file, e.g. <c>flock, process 4711</c>; null if the system doesn't say.</summary>
    public static string? FindHolder(string path)
    {
        try
        {
            if (UnixFile.TryRead(path) is not { Inode: var inode })
                return null;
            // 1: FLOCK  ADVISORY  WRITE 4711 fe:00:11659339 0 EOF
            var process = File.ReadLines("/proc/locks")
                .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Where(parts => parts is [_, "FLOCK", ..] && parts[5].EndsWith($":{inode}", StringComparison.Ordinal))
                .Select(parts => int.Parse(parts[4], CultureInfo.InvariantCulture))
                .FirstOrDefault(id => id > 0 && id != Environment.ProcessId);
            return process > 0 ? $"{File.ReadAllText($"/proc/{process}/comm").Trim()}, process {process}" : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }

    /// <summary>Also a link whose target isn't there.</summary>
    private static bool Exists(string path) => Path.Exists(path) || new FileInfo(path).LinkTarget is not null;
}
