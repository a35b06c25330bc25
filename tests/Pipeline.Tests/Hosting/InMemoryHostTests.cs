using System.Net;
using FluentAssertions;
using HttpPerf.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class InMemoryHostTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_API_is_served_in_memory()
    {
        await using var host = await InMemoryHost.StartAsync<Program>(cancellationToken: Cancellation);

        (await HostedApis.GetAsync(host, "/")).Should().Be("Hello, World!");
        host.HasSockets.Should().BeFalse();
        host.SecureAddress.Should().BeNull();
        host.Description.Should().Be("TargetApi in memory (WebApplicationFactory)");
        host.Diagnostics.Should().MatchRegex(@"^TargetApi started in this process after \d+ ms$");
        ApiHost.Active.Should().Contain(host);
    }

    [Fact]
    public async Task Settings_override_the_APIs_own_configuration()
    {
        await using var host = await InMemoryHost.StartAsync<Program>(
            new() { Settings = new Dictionary<string, string> { ["Rates:BaseAddress"] = "http://rates.test" } }, Cancellation);

        host.Services.GetRequiredService<IConfiguration>()["Rates:BaseAddress"].Should().Be("http://rates.test");
    }

    [Fact]
    public async Task Services_are_changed_after_the_API_has_registered_its_own()
    {
        var clock = new StoppedClock();
        await using var host = await InMemoryHost.StartAsync<Program>(
            new() { ConfigureServices = services => services.AddSingleton<TimeProvider>(clock) }, Cancellation);

        host.Services.GetRequiredService<TimeProvider>().Should().BeSameAs(clock);
    }

    [Fact]
    public async Task A_factory_of_ones_own_is_started_and_disposed_of_by_its_host()
    {
        var factory = new StagingFactory();

        await using (var host = await InMemoryHost.StartAsync(factory, Cancellation))
        {
            (await HostedApis.GetAsync(host, "about")).Should().StartWith("Staging in ");
            host.HasSockets.Should().BeFalse();
            host.Description.Should().Be("BrokenApi in memory (WebApplicationFactory)");
            factory.Disposals.Should().Be(0);
        }

        factory.Disposals.Should().Be(1);
    }

    [Fact]
    public async Task A_factory_may_use_Kestrel()
    {
        var factory = new StagingFactory();
        // Not by a port, which ASP.NET Core may set too late (dotnet/aspnetcore#67714).
        factory.UseKestrel(options => options.Listen(IPAddress.Loopback, 0));
        await using var host = await InMemoryHost.StartAsync(factory, Cancellation);

        (await HostedApis.GetAsync(host, "about")).Should().StartWith("Staging in ");
        host.HasSockets.Should().BeTrue();
        host.Description.Should().Be($"BrokenApi on Kestrel in this process ({host.BaseAddress.GetLeftPart(UriPartial.Authority)})");
    }

    [Fact]
    public async Task A_factory_that_does_not_start_is_disposed_of()
    {
        var factory = new StagingFactory("Broken");
        var start = () => InMemoryHost.StartAsync(factory, Cancellation);

        (await start.Should().ThrowAsync<HostException>()).WithMessage(
            "BrokenApi did not start in memory: Nothing works in this environment.");
        factory.Disposals.Should().Be(1);
    }

    [Fact]
    public async Task A_host_that_was_used_is_told_from_one_that_only_runs()
    {
        await using var idle = await InMemoryHost.StartAsync<Program>(cancellationToken: Cancellation);
        await using var busy = await InMemoryHost.StartAsync<Program>(cancellationToken: Cancellation);
        var before = ApiHost.Uses;

        await HostedApis.GetAsync(busy, "/");

        ApiHost.UsedSince(before).Should().Contain(busy).And.NotContain(idle);
    }

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("localhost")]
    [InlineData("::1")]
    public async Task A_request_is_a_use_of_the_host_that_it_reaches_whoever_made_the_client(string name)
    {
        await using var host = await InMemoryHost.StartAsync<Program>(new() { UseKestrel = true }, Cancellation);
        var port = host.BaseAddress.Port;
        var before = ApiHost.Uses;

        ApiHost.NoteRequest(name, port + 1);
        ApiHost.NoteRequest("example.com", port);
        ApiHost.UsedSince(before).Should().NotContain(host);
        ApiHost.NoteRequest(name, port);

        ApiHost.UsedSince(before).Should().Contain(host);
    }

    [Fact]
    public async Task Https_in_memory_is_refused()
    {
        await using var host = await InMemoryHost.StartAsync<Program>(cancellationToken: Cancellation);

        host.Invoking(api => api.CreateClient(secure: true)).Should().Throw<HostException>().WithMessage(
            "TargetApi in memory (WebApplicationFactory) has no HTTPS address. Leave out 'secure', or use a host that offers HTTPS, " +
            "as ChildProcessHost does.");
    }

    [Theory]
    [InlineData("https://localhost", null)]
    [InlineData(null, "https://shop.test:8443")]
    public async Task A_factory_with_an_https_address_serves_it_in_memory(string? ofClients, string? ofServer)
    {
        var factory = new WebApplicationFactory<BrokenApi.Api>();
        if (ofClients is not null)
            factory.ClientOptions.BaseAddress = new Uri(ofClients);
        if (ofServer is not null)
            factory.Server.BaseAddress = new Uri(ofServer);
        await using var host = await InMemoryHost.StartAsync(factory, Cancellation);
        using var client = host.CreateClient(secure: true);

        client.BaseAddress.Should().Be(new Uri(ofClients ?? ofServer!));
        host.SecureAddress.Should().Be(client.BaseAddress);
        (await client.GetStringAsync("body", Cancellation)).Should().Be("a body");
    }

    [Fact]
    public async Task An_API_is_served_on_a_socket_of_this_process_over_http_and_https()
    {
        await using var host = await InMemoryHost.StartAsync<Program>(new() { UseKestrel = true }, Cancellation);
        using var secure = host.CreateClient(secure: true);

        (await HostedApis.GetAsync(host, "/")).Should().Be("Hello, World!");
        (await secure.GetStringAsync("/", Cancellation)).Should().Be("Hello, World!");
        host.HasSockets.Should().BeTrue();
        host.Description.Should().Be($"TargetApi on Kestrel in this process (http://127.0.0.1:{host.BaseAddress.Port})");
    }

    [Fact]
    public async Task An_API_that_redirects_to_HTTPS_answers_over_HTTP_on_a_socket_of_this_process()
    {
        await using var host = await InMemoryHost.StartAsync<Program>(
            new() { UseKestrel = true, ConfigureServices = services => services.AddTransient<IStartupFilter, Redirecting>() },
            Cancellation);
        using var client = host.CreateClient();

        using var response = await client.GetAsync("/", Cancellation);

        response.RequestMessage!.RequestUri.Should().Be(host.BaseAddress);
    }

    [Fact]
    public async Task An_API_that_does_not_start_is_quoted()
    {
        var start = () => InMemoryHost.StartAsync<BrokenApi.Api>(new() { EnvironmentName = "Broken" }, Cancellation);

        (await start.Should().ThrowAsync<HostException>()).WithMessage(
            "BrokenApi did not start in memory: Nothing works in this environment.");
    }

    [Fact]
    public async Task Disposing_frees_the_port()
    {
        var host = await InMemoryHost.StartAsync<Program>(new() { UseKestrel = true }, Cancellation);

        await host.DisposeAsync();

        Ports.IsFree(host.BaseAddress.Port).Should().BeTrue();
        ApiHost.Active.Should().NotContain(host);
    }

    private sealed class StoppedClock : TimeProvider;

    private sealed class Redirecting : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app => next(app.UseHttpsRedirection());
    }

    private sealed class StagingFactory(string environment = "Staging") : WebApplicationFactory<BrokenApi.Api>
    {
        public int Disposals { get; private set; }

        public override async ValueTask DisposeAsync()
        {
            Disposals++;
            await base.DisposeAsync();
        }

        protected override void ConfigureWebHost(IWebHostBuilder builder) => builder.UseEnvironment(environment);
    }
}
