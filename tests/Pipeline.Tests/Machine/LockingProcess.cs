using System.Diagnostics;
using HttpPerf.Hosting.Child;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.Machine;

/// <summary>Another process that takes a lock and holds it until its input ends.</summary>
internal sealed class LockingProcess : IDisposable
{
    private readonly Process _process;

    /// <param name="path">The lock.</param>
    /// <param name="name">Its name in the queue.</param>
    /// <param name="launcher">A command that becomes the command behind it; empty for none.</param>
    public LockingProcess(string path, string name, IReadOnlyList<string> launcher)
    {
        string[] command = [.. launcher, DotnetHost.Find(), "exec", HostedApis.Broken, "lock", path, name];
        _process = Process.Start(new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            WorkingDirectory = "/",
        })!;
    }

    public int Id => _process.Id;

    /// <summary>Its next line: it waits, it holds the lock, or why it can't.</summary>
    public async Task<string?> ReadLineAsync() =>
        await _process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().WaitAsync(TimeSpan.FromMinutes(1));

    public void EndInput() => _process.StandardInput.Close();

    public void Signal(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{Id}"]);
        kill.WaitForExit();
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
