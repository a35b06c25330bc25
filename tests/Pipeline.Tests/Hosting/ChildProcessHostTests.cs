using System.Globalization;
using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class ChildProcessHostTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_API_is_served_over_http_and_https()
    {
        await using var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        using var plain = host.CreateClient();
        using var secure = host.CreateClient(secure: true);

        (await plain.GetStringAsync("/", Cancellation)).Should().Be("Hello, World!");
        (await secure.GetStringAsync("/", Cancellation)).Should().Be("Hello, World!");
        plain.BaseAddress!.Scheme.Should().Be("http");
        secure.BaseAddress!.Scheme.Should().Be("https");
        host.HasSockets.Should().BeTrue();
        host.ProcessId.Should().NotBe(Environment.ProcessId);
        host.Description.Should().Be($"TargetApi on Kestrel in a child process (http://127.0.0.1:{host.BaseAddress.Port})");
        host.Diagnostics.Should().MatchRegex(@"^TargetApi listened after \d+ ms \((cold|warm) start\), first response after \d+ ms more$");
        host.Output.Should().BeEmpty("the API's own settings, which lie beside it, keep it quiet");
        host.Failure.Should().BeNull();
    }

    [Fact]
    public async Task An_API_for_an_earlier_NET_runs_on_that_of_the_tests()
    {
        var folder = Directory.CreateTempSubdirectory("httpperf-").FullName;
        try
        {
            var config = Path.ChangeExtension(HostedApis.Broken, ".runtimeconfig.json");
            var earlier = (await File.ReadAllTextAsync(config, Cancellation)).Replace("\"10.0.0\"", "\"6.0.0\"", StringComparison.Ordinal);
            await File.WriteAllTextAsync(Path.Combine(folder, Path.GetFileName(config)), earlier, Cancellation);
            var api = Path.Combine(folder, Path.GetFileName(HostedApis.Broken));
            File.Copy(HostedApis.Broken, api);

            await using var host = await ChildProcessHost.StartAsync(api, cancellationToken: Cancellation);

            earlier.Should().Contain("6.0.0");
            (await HostedApis.GetAsync(host, "about")).Should().NotBeEmpty();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public async Task Forecasts_are_sent_in_chunks()
    {
        await using var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        using var client = host.CreateClient();
        using var response = await client.GetAsync("weatherforecast/10", HttpCompletionOption.ResponseHeadersRead, Cancellation);

        response.Headers.TransferEncodingChunked.Should().BeTrue();
        response.Content.Headers.ContentLength.Should().BeNull();
    }

    [Fact]
    public async Task A_client_trusts_its_own_server_only()
    {
        await using var own = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var other = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        using var client = own.CreateClient(secure: true);

        var call = () => client.GetStringAsync(other.SecureAddress, Cancellation);

        (await call.Should().ThrowAsync<HttpRequestException>()).Which.HttpRequestError.Should().Be(HttpRequestError.SecureConnectionError);
    }

    [Fact]
    public async Task Later_starts_are_warm_ones()
    {
        await using var first = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var second = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);

        second.IsColdStart.Should().BeFalse();
        second.Diagnostics.Should().Contain("(warm start)");
        second.TimeToListen.Should().BePositive();
        second.TimeToFirstResponse.Should().BePositive();
    }

    [Fact]
    public async Task Hosts_are_listed_while_they_live()
    {
        var host = await ChildProcessHost.StartAsync<Program>(cancellationToken: Cancellation);
        ApiHost.Active.Should().Contain(host);

        await host.DisposeAsync();
        ApiHost.Active.Should().NotContain(host);
    }

    [Fact]
    public async Task A_given_port_is_used()
    {
        var port = Ports.FindFree();
        await using var host = await ChildProcessHost.StartAsync<Program>(new() { Port = port }, Cancellation);

        host.BaseAddress.Should().Be(new Uri($"http://127.0.0.1:{port}/"));
        host.SecureAddress!.Port.Should().NotBe(port);
    }

    [Fact]
    public async Task Disposing_ends_the_process_and_frees_the_port_however_often_it_is_called()
    {
        // Nobody else is given such a port.
        var host = await ChildProcessHost.StartAsync<Program>(new() { Port = Ports.FindFree() }, Cancellation);

        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(async () => await host.DisposeAsync(), Cancellation)));
        await host.DisposeAsync();

        Processes.IsRunning(host.ProcessId).Should().BeFalse();
        Ports.IsFree(host.BaseAddress.Port).Should().BeTrue();
        host.Failure.Should().BeNull("an end that was asked for is none");
    }

    [Fact]
    public async Task Disposing_ends_a_server_that_ignores_its_stop_with_all_that_it_started()
    {
        var host = await HostedApis.StartBrokenAsync("ignore-stop");
        var grandchild = int.Parse(await HostedApis.GetAsync(host, "grandchild"), CultureInfo.InvariantCulture);

        await host.DisposeAsync();

        Processes.IsRunning(host.ProcessId).Should().BeFalse();
        await Eventually.HoldsAsync(() => !Processes.IsRunning(grandchild));
    }
}
