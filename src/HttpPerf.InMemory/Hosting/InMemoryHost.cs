using System.Runtime.CompilerServices;
using HttpPerf.Counting;
using HttpPerf.Hosting.Child;
using HttpPerf.Hosting.InProcess;
using HttpPerf.Latency;
using HttpPerf.Results.Quoting;
using Microsoft.AspNetCore.Mvc.Testing;

namespace HttpPerf.Hosting;

/// <summary>
/// An API in this process, hosted by a <c>WebApplicationFactory</c>. Allocations of client and server are counted together, which is right
/// for limits on an endpoint's whole pipeline.
/// </summary>
public sealed class InMemoryHost : ApiHost
{
    private readonly StartedApi _api;
    private readonly IAsyncDisposable _factory;

    private InMemoryHost(StartedApi api, IAsyncDisposable factory)
        : base(api.Description, api.Diagnostics, api.Addresses)
    {
        _api = api;
        _factory = factory;
    }

    /// <summary>Whether the API listens on real sockets, as with <see cref="InMemoryOptions.UseKestrel"/>.</summary>
    public override bool HasSockets => _api.HasSockets;

    /// <summary>The API's own services, for calling its code without a request.</summary>
    public IServiceProvider Services => Used(_api.Services);

    internal override bool SharesProcess => true;

    internal override ICounterSource ServerCounters => new InProcessCounters(HasSockets);

    internal override IUsageSource Usage { get; } = new NoUsage(UnreadUsage.SharedProcess);

    /// <summary>Starts the API that contains a type, in this process.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="options">How to start the API; null for the defaults.</param>
    /// <param name="cancellationToken">Cancels a start that has not yet begun.</param>
    /// <returns>The host, ready for requests. Without Kestrel, it has no HTTPS address.</returns>
    /// <exception cref="HostException">The API did not start. The message gives the reason.</exception>
    [OverloadResolutionPriority(1)] // `new()` means options.
    public static Task<InMemoryHost> StartAsync<TEntryPoint>(InMemoryOptions? options = null, CancellationToken cancellationToken = default)
        where TEntryPoint : class =>
        // WebApplicationFactory blocks while it starts.
        Task.Run(
            () =>
            {
                var assembly = ServerAssembly.Containing(typeof(TEntryPoint));
                var factory = new ApiFactory<TEntryPoint>(assembly, options ?? new());
                return Start(factory, factory.Certificate, assembly.Folder);
            },
            cancellationToken);

    /// <summary>Starts the API of a factory of your own, e.g. the one that the API's other tests use.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="factory">
    /// The factory, which decides on everything, e.g. on the environment, and on Kestrel by its <c>UseKestrel</c>. Pass that options, not
    /// a port: ASP.NET Core 10 sometimes sets the port too late, and the API does not start (dotnet/aspnetcore#67714). The host disposes of
    /// the factory, also if it does not start.
    /// </param>
    /// <param name="cancellationToken">Cancels a start that has not yet begun.</param>
    /// <returns>
    /// The host, ready for requests. It has an HTTPS address if the factory's <c>ClientOptions.BaseAddress</c> is one, or its server's.
    /// </returns>
    /// <exception cref="HostException">The API did not start. The message gives the reason.</exception>
    public static Task<InMemoryHost> StartAsync<TEntryPoint>(
        WebApplicationFactory<TEntryPoint> factory, CancellationToken cancellationToken = default)
        where TEntryPoint : class
    {
        ArgumentNullException.ThrowIfNull(factory);
        return Task.Run(() => Start(factory, certificate: null, contentRoot: null), cancellationToken);
    }

    /// <inheritdoc/>
    public override HttpMessageHandler CreateHandler() => VirtualNetwork.OfClients is { } network && !HasSockets
        ? new DelayingHandler(network, _api.CreateHandler())
        : _api.CreateHandler();

    /// <inheritdoc/>
    protected override Task StopAsync() => _factory.DisposeAsync().AsTask();

    /// <param name="factory">The API's factory.</param>
    /// <param name="certificate">The certificate that clients trust; null for none.</param>
    /// <param name="contentRoot">The content root where the API's own isn't known; null to leave it to the factory.</param>
    private static async Task<InMemoryHost> Start<TEntryPoint>(
        WebApplicationFactory<TEntryPoint> factory, RunCertificate? certificate, string? contentRoot)
        where TEntryPoint : class
    {
        var name = typeof(TEntryPoint).Assembly.GetName().Name!;
        try
        {
            using var variable = ContentRootVariable.Set(typeof(TEntryPoint).Assembly, contentRoot);
            return Activate(new InMemoryHost(StartedApi.Start(factory, name, certificate), factory));
        }
        catch (Exception e)
        {
            await factory.DisposeAsync().ConfigureAwait(false);
            throw new HostException($"{name} did not start in memory: {Quotation.Of(e.Message)}", e);
        }
    }
}
