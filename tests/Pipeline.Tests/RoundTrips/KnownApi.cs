using System.Net;
using HttpPerf.Hosting;
using HttpPerf.Latency;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;
using Xunit;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>An API on real sockets behind a network with latency, whose requests have a known number of round trips.</summary>
public sealed class KnownApi : IAsyncLifetime
{
    private readonly RunCertificate _certificate = RunCertificate.Create();
    private WebApplication? _api;

    internal VirtualNetwork Network { get; } = new();

    /// <summary>For HTTP/1.1, without and with TLS.</summary>
    public Uri Address { get; private set; } = null!;

    public Uri SecureAddress { get; private set; } = null!;

    /// <summary>For HTTP/2 without TLS.</summary>
    public Uri Http2Address { get; private set; } = null!;

    /// <summary>Where no latency is.</summary>
    public Uri DirectAddress { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(_certificate.Load()));
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http2);
        });
        _api = builder.Build();
        _api.MapGet("/list", () => Enumerable.Range(1, 5));
        _api.MapGet("/item/{id}", (int id) => id);
        _api.MapGet("/bytes/{count}", (int count) => TypedResults.Bytes(new byte[count]));
        _api.MapGet("/moved", () => TypedResults.Redirect("/item/1"));
        _api.MapPost("/upload", async (HttpRequest request) =>
        {
            await request.Body.CopyToAsync(Stream.Null);
            return "received";
        });
        await _api.StartAsync();
        Uri[] addresses = [.. _api.Urls.Select(url => new Uri(url))];
        DirectAddress = addresses[0];
        (Address, SecureAddress, Http2Address) =
            (Network.Relay(addresses[0]), Network.Relay(addresses[1]), Network.Relay(addresses[2]));
    }

    public async ValueTask DisposeAsync()
    {
        Network.Dispose();
        await _api!.DisposeAsync();
    }

    /// <summary>A client with connections of its own.</summary>
    public HttpClient CreateClient(Uri? address = null, Version? version = null) =>
        new(SocketHandlers.Trusting(_certificate))
        {
            BaseAddress = address ?? Address,
            DefaultRequestVersion = version ?? HttpVersion.Version11,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
}
