using System.Diagnostics;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>A file system in memory without a free byte.</summary>
internal sealed class FullDisk : IDisposable
{
    private const int Size = 4096;

    private FullDisk() => Folder = Directory.CreateTempSubdirectory("httpperf-disk-").FullName;

    public string Folder { get; }

    /// <summary>Skips the test, and says why, where mounting isn't allowed.</summary>
    public static FullDisk MountOrSkip()
    {
        var disk = new FullDisk();
        if (Run("mount", "-t", "tmpfs", "-o", $"size={Size}", "tmpfs", disk.Folder) is { Length: > 0 } error)
        {
            Directory.Delete(disk.Folder);
            Assert.Skip($"A full disk needs a file system of its own, and mounting one failed: {error}");
        }

        File.WriteAllBytes(Path.Combine(disk.Folder, "full"), new byte[Size]);
        return disk;
    }

    public void Dispose()
    {
        Run("umount", Folder);
        Directory.Delete(Folder);
    }

    private static string Run(string command, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(command, arguments) { RedirectStandardError = true })!;
        var error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? "" : error.Trim();
    }
}
