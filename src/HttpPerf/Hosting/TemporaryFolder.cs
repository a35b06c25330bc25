using System.Text.RegularExpressions;
using HttpPerf.Server;

namespace HttpPerf.Hosting;

/// <summary>
/// The folder of this process for sockets, certificates and traces. No other user may enter it. It is deleted when the process exits; those
/// of processes that were killed, when another process creates its own.
/// </summary>
internal static partial class TemporaryFolder
{
    /// <summary>Locked as long as the process lives.</summary>
    private const string InUse = "in-use";

    private static readonly TimeSpan LongUnused = TimeSpan.FromDays(1);

    private static readonly Lazy<string> Own = new(Create);

    private static FileStream? _inUse;

    /// <summary>The full path of this process's folder, which exists.</summary>
    /// <exception cref="IOException">It can't be created.</exception>
    public static string FullPath => Own.Value;

    private static string Create()
    {
        var root = Path.GetTempPath();
        // Only this user may enter it. Its name is complete when it is locked, so that nobody takes it for a leftover.
        var created = Directory.CreateTempSubdirectory("httpperf.new-").FullName;
        var inUse = Path.Combine(created, InUse);
        _inUse = new FileStream(inUse, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Delete);
        var path = Path.Combine(root, $"httpperf-{created[^6..]}");
        if (!OperatingSystem.IsWindows() && !Path.Exists(path))
            Directory.Move(created, path);
        else
            path = created;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Delete(path);
        RemoveLeftovers(root, now: Directory.GetLastWriteTimeUtc(path));
        return path;
    }

    /// <summary>Removes files that killed processes of this user have left.</summary>
    /// <param name="root">Where to look.</param>
    /// <param name="now">The time by the file system's clock.</param>
    private static void RemoveLeftovers(string root, DateTime now)
    {
        foreach (var path in Directory.GetFileSystemEntries(root, "httpperf*"))
        {
            // On Windows and macOS, each user has a folder for temporary files of their own.
            if (OperatingSystem.IsLinux() && UnixFile.TryRead(path) is not { IsLink: false, IsOwn: true })
                continue;
            var isFolder = Directory.Exists(path);
            var isLeft = isFolder && Folders().IsMatch(Path.GetFileName(path)) && File.Exists(Path.Combine(path, InUse))
                ? !IsLocked(Path.Combine(path, InUse))
                : !isFolder && Files().IsMatch(Path.GetFileName(path)) && now - File.GetLastWriteTimeUtc(path) > LongUnused;
            if (isLeft)
                Delete(path);
        }
    }

    private static bool IsLocked(string path)
    {
        try
        {
            new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
            return false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    private static void Delete(string path)
    {
        try
        {
            if (Directory.Exists(path))
                Directory.Delete(path, recursive: true);
            else
                File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another process was faster, or a file is still open there.
        }
    }

    [GeneratedRegex(@"^httpperf(?:\.new)?-\w{6}$")]
    private static partial Regex Folders();

    /// <summary>Whole outputs that messages name; and sockets and certificates where their path would be too long in the folder.</summary>
    [GeneratedRegex(@"^httpperf-(?:output-[0-9a-f]{16}\.log|[0-9a-f]{32}(?:\.pem|\.key)?)$")]
    private static partial Regex Files();
}
