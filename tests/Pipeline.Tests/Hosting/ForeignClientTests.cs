using System.Diagnostics;
using System.IO.Pipes;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class ForeignClientTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-test-");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Another_users_connection_is_refused_and_the_own_one_is_waited_for()
    {
        if (Environment.UserName != "root")
            Assert.Skip("Only root may run a process as another user.");
        var name = Path.Combine(_folder.FullName, "pipe");
        await using var pipe = new ChildPipe(name);
        await RunAsync("chmod", "777", _folder.FullName, name);
        var waiting = pipe.ConnectAsync(Cancellation);

        await RunAsync(
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", DotnetHost.Find(), "exec", HostedApis.Broken, "connect", name);
        waiting.IsCompleted.Should().BeFalse();
        await using var own = new NamedPipeClientStream(".", name, PipeDirection.InOut, PipeOptions.Asynchronous);
        await own.ConnectAsync(Cancellation);

        await waiting.WaitAsync(TimeSpan.FromSeconds(30), Cancellation);
    }

    private static async Task RunAsync(string command, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(command, arguments) { WorkingDirectory = "/" })!;
        await process.WaitForExitAsync(Cancellation);
        process.ExitCode.Should().Be(0);
    }
}
