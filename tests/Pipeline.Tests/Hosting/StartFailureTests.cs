using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class StartFailureTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_API_that_ends_at_its_start_is_quoted_with_its_exit_code()
    {
        var message = await MessageOfAsync(() => HostedApis.StartBrokenAsync("exit-at-start", "3"));

        message.Should().StartWith("BrokenApi ended with exit code 3 before it listened. The last lines of its output:\n\n  ")
            .And.Contain("\n  about to read the settings")
            .And.Contain("\n  the settings are missing");
    }

    [Fact]
    public async Task A_message_with_an_APIs_output_is_short_and_tells_no_secrets()
    {
        var options = new ChildProcessOptions
        {
            Arguments = ["tell-settings", "180"],
            Settings = new Dictionary<string, string>
            {
                ["ConnectionStrings:Db"] = "Server=db;Password=connection-pass",
                ["Mail:Key"] = "mail-key-1234",
            },
        };

        var message = await MessageOfAsync(() => ChildProcessHost.StartAsync(HostedApis.Broken, options, Cancellation));

        var file = Regex.Match(message, @"All of it is in (.+)\.$").Groups[1].Value;
        var whole = await File.ReadAllTextAsync(file, Cancellation);
        whole.Should().Contain("line 0\n").And.Contain("line 179\n");
        message.Should().Contain("\n  line 179\n").And.NotContain("line 150\n");
        foreach (var text in new[] { message, whole })
            text.Should().NotContainAny("connection-pass", "mail-key-1234", "url-user", "url-query", "header-1234", "##vso[", "\u001B");
        if (!OperatingSystem.IsWindows())
            File.GetUnixFileMode(file).Should().Be(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        File.Delete(file);
    }

    /// <summary>It has time to start and to write its line, however busy the machine.</summary>
    [Fact]
    public async Task An_API_that_never_listens_is_ended_and_quoted()
    {
        var options = new ChildProcessOptions { Arguments = ["never-listen"], StartupTimeout = TimeSpan.FromSeconds(15) };

        var message = await MessageOfAsync(() => ChildProcessHost.StartAsync(HostedApis.Broken, options, Cancellation));

        var process = int.Parse(Regex.Match(message, @"process (\d+) waits").Groups[1].Value, CultureInfo.InvariantCulture);
        message.Should().Be(
            "BrokenApi did not listen within 15 s, so it was ended. If it needs longer, raise ChildProcessOptions.StartupTimeout. " +
            $"The last lines of its output:\n\n  process {process} waits for a database");
        Processes.IsRunning(process).Should().BeFalse();
    }

    [Fact]
    public async Task A_cancelled_start_leaves_no_process_behind()
    {
        var mark = Guid.NewGuid().ToString();
        using var cancellation = new CancellationTokenSource();
        var options = new ChildProcessOptions
        {
            Arguments = ["never-listen"],
            EnvironmentVariables = new Dictionary<string, string?> { ["TEST_MARK"] = mark },
        };
        var start = ChildProcessHost.StartAsync(HostedApis.Broken, options, cancellation.Token);
        await Eventually.HoldsAsync(() => Processes.WithVariable("TEST_MARK", mark).Count == 1);

        await cancellation.CancelAsync();

        await start.Invoking(task => task).Should().ThrowAsync<OperationCanceledException>();
        Processes.WithVariable("TEST_MARK", mark).Should().BeEmpty();
    }

    [Fact]
    public async Task A_taken_port_is_named()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var port = ((IPEndPoint)other.LocalEndpoint).Port;

        var message = await MessageOfAsync(() => ChildProcessHost.StartAsync<Program>(new() { Port = port }, Cancellation));

        message.Should().StartWith($"TargetApi can't listen on port {port} of 127.0.0.1: ").And.EndWith(
            ". Set ChildProcessOptions.Port to a free one, or leave it out: the default, 0, takes any free port.");
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(65536)]
    public async Task An_impossible_port_is_named(int port) =>
        (await MessageOfAsync(() => ChildProcessHost.StartAsync<Program>(new() { Port = port }, Cancellation))).Should().Be(
            $"ChildProcessOptions.Port is {port}; it must be a port from 1 to 65535, or 0 for any free one.");

    [Fact]
    public async Task A_timeout_of_nothing_is_refused() =>
        (await MessageOfAsync(
            () => ChildProcessHost.StartAsync<Program>(new() { StartupTimeout = TimeSpan.Zero }, Cancellation))).Should().Be(
            "ChildProcessOptions.StartupTimeout is 00:00:00; it must be more than 0 and at most 24 days.");

    [Fact]
    public async Task A_path_without_an_API_is_named()
    {
        var path = Path.Combine(AppContext.BaseDirectory, "Missing.dll");

        (await MessageOfAsync(() => ChildProcessHost.StartAsync(path, cancellationToken: Cancellation))).Should().Be(
            $"There is no API to start at {path}. Build it first, and give the path of its .dll.");
    }

    [Fact]
    public async Task A_library_cannot_be_started_by_its_path()
    {
        var path = Path.Combine(AppContext.BaseDirectory, "HttpPerf.dll");

        (await MessageOfAsync(() => ChildProcessHost.StartAsync(path, cancellationToken: Cancellation))).Should().Be(
            $"{path} can't be started, because HttpPerf.runtimeconfig.json is not next to it. Reference the API's project from the test " +
            "project, so that the build copies both, or give the path in the API's own output folder.");
    }

    [Fact]
    public async Task A_library_cannot_be_started_by_its_type() =>
        (await MessageOfAsync(() => ChildProcessHost.StartAsync<ApiHost>(cancellationToken: Cancellation))).Should().Be(
            "HttpPerf.Hosting.ApiHost is in HttpPerf, a library, which can't be started. Name a type of the API's own assembly instead, " +
            "usually its Program.");

    private static async Task<string> MessageOfAsync(Func<Task> start) =>
        (await start.Should().ThrowAsync<HostException>()).Which.Message;
}
