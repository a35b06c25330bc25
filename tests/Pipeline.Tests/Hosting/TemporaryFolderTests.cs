using System.Diagnostics;
using System.Globalization;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Leftovers of processes in the folder for temporary files.</summary>
public sealed class TemporaryFolderTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("httpperf-test-");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public async Task What_a_killed_process_leaves_the_next_one_removes()
    {
        using (var first = Start())
        {
            await first.StandardOutput.ReadLineAsync(Cancellation);
            ShouldBePrivate(Folders().Should().ContainSingle().Subject);
            first.Kill();
            await first.WaitForExitAsync(Cancellation);
        }

        var left = Folders().Should().ContainSingle().Subject;
        using var second = Start();
        await second.StandardOutput.ReadLineAsync(Cancellation);
        using var third = Start();
        await third.StandardOutput.ReadLineAsync(Cancellation);

        Folders().Should().HaveCount(2).And.NotContain(left);
        second.Kill();
        third.Kill();
    }

    [Fact]
    public async Task Nothing_else_is_removed_however_old_it_is()
    {
        var kept = new[] { "httpperf-mine", "httpperf-folder", "httpperf-0123456789abcdef0123456789abcdef.txt", "httpperf.lock" };
        foreach (var name in kept)
            await File.WriteAllTextAsync(Path.Combine(_root.CreateSubdirectory(name).FullName, "file"), "", Cancellation);
        var socket = Path.Combine(_root.FullName, "httpperf-0123456789abcdef0123456789abcdef");
        var recent = Path.Combine(_root.FullName, "httpperf-f123456789abcdef0123456789abcdef");
        foreach (var file in new[] { socket, recent })
            await File.WriteAllTextAsync(file, "", Cancellation);
        foreach (var entry in _root.GetFileSystemInfos().Where(entry => entry.FullName != recent))
            entry.LastWriteTimeUtc = entry.LastWriteTimeUtc.AddDays(-2);

        using var process = Start();
        await process.StandardOutput.ReadLineAsync(Cancellation);

        _root.GetDirectories().Select(folder => folder.Name).Should().Contain(kept);
        File.Exists(recent).Should().BeTrue();
        File.Exists(socket).Should().BeFalse("it is what an earlier version left when it was killed");
        process.Kill();
    }

    [Fact]
    public async Task A_process_that_exits_leaves_neither_its_folder_nor_a_server()
    {
        using var process = Start("parent-exits");
        var server = int.Parse((await process.StandardOutput.ReadLineAsync(Cancellation))!, CultureInfo.InvariantCulture);

        await process.WaitForExitAsync(Cancellation);

        Folders().Should().BeEmpty();
        Processes.IsRunning(server).Should().BeFalse();
    }

    private static void ShouldBePrivate(string folder)
    {
        using var stat = Process.Start(new ProcessStartInfo("stat", ["-c", "%a", folder]) { RedirectStandardOutput = true })!;
        stat.StandardOutput.ReadToEnd().Trim().Should().Be("700");
    }

    private List<string> Folders() => [.. Directory.GetDirectories(_root.FullName, "httpperf*")];

    private Process Start(string mode = "parent") =>
        Process.Start(new ProcessStartInfo(DotnetHost.Find(), ["exec", HostedApis.Broken, mode, HostedApis.Broken])
        {
            RedirectStandardOutput = true,
            Environment = { ["TMPDIR"] = _root.FullName },
        })!;
}
