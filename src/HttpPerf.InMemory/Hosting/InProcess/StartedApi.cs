using System.Diagnostics;
using HttpPerf.Hosting.Child;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace HttpPerf.Hosting.InProcess;

/// <summary>An API that runs in this process.</summary>
internal sealed record StartedApi(
    string Description,
    string Diagnostics,
    ServerAddresses Addresses,
    bool HasSockets,
    IServiceProvider Services,
    Func<HttpMessageHandler> CreateHandler)
{
    /// <summary>Starts the factory's server, unless it runs already.</summary>
    /// <param name="factory">The factory.</param>
    /// <param name="name">The API's name.</param>
    /// <param name="certificate">The certificate that clients trust beside those that every client does; null for none.</param>
    public static StartedApi Start<TEntryPoint>(WebApplicationFactory<TEntryPoint> factory, string name, RunCertificate? certificate)
        where TEntryPoint : class
    {
        var clock = Stopwatch.StartNew();
        factory.StartServer();
        var diagnostics = FormattableString.Invariant($"{name} started in this process after {clock.Elapsed.TotalMilliseconds:0} ms");
        var services = factory.Services;
        var server = services.GetRequiredService<IServer>();
        if (server is TestServer inMemory)
        {
            return new(
                $"{name} in memory (WebApplicationFactory)",
                diagnostics,
                AddressesOf(inMemory.BaseAddress, factory.ClientOptions.BaseAddress),
                HasSockets: false,
                services,
                () => new ReportingHandler(inMemory.CreateHandler()));
        }

        var addresses = ServerAddresses.From(name, [.. server.Features.Get<IServerAddressesFeature>()!.Addresses]);
        return new(
            $"{name} on Kestrel in this process ({addresses.Base.GetLeftPart(UriPartial.Authority)})",
            diagnostics,
            addresses,
            HasSockets: true,
            services,
            () => certificate is null ? SocketHandlers.Direct() : SocketHandlers.Trusting(certificate));
    }

    /// <summary>Requests in memory need no certificate. The scheme of their address is what the API sees.</summary>
    private static ServerAddresses AddressesOf(Uri server, Uri ofClients) =>
        new(server, new[] { server, ofClients }.FirstOrDefault(address => address.Scheme == Uri.UriSchemeHttps));
}
