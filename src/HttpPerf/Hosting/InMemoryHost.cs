using System.Diagnostics;
using HttpPerf.Counting;
using HttpPerf.Hosting.Child;
using HttpPerf.Hosting.InProcess;

namespace HttpPerf.Hosting;

/// <summary>
/// An API in this process, in a <c>WebApplicationFactory</c>: what client and server allocate is counted together, which is
/// right for judging an endpoint's whole pipeline.
/// </summary>
public sealed class InMemoryHost : ApiHost
{
    private readonly IAsyncDisposable _factory;
    private readonly Func<HttpMessageHandler> _createHandler;

    internal InMemoryHost(
        string description,
        string diagnostics,
        ServerAddresses addresses,
        bool hasSockets,
        IAsyncDisposable factory,
        IServiceProvider services,
        Func<HttpMessageHandler> createHandler)
        : base(description, diagnostics, addresses.Base, addresses.Secure)
    {
        HasSockets = hasSockets;
        Services = services;
        _factory = factory;
        _createHandler = createHandler;
    }

    /// <summary>Whether the API was started with <see cref="InMemoryOptions.UseKestrel"/>.</summary>
    public override bool HasSockets { get; }

    /// <summary>The API's own services, for calling its code without a request.</summary>
    public IServiceProvider Services => Used(field);

    internal override ICounterSource ServerCounters => new InProcessCounters(HasSockets);

    /// <summary>Starts the API to which a type belongs.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="options">How it is started; null for the defaults.</param>
    /// <param name="cancellationToken">Prevents a start that has not begun; a begun one is finished.</param>
    /// <returns>The host, ready for requests. Without Kestrel, it has no HTTPS address.</returns>
    /// <exception cref="HostException">The API did not start; the message says why.</exception>
    public static Task<InMemoryHost> StartAsync<TEntryPoint>(InMemoryOptions? options = null, CancellationToken cancellationToken = default)
        where TEntryPoint : class =>
        // A factory starts by blocking.
        Task.Run(() => Start<TEntryPoint>(options ?? new()), cancellationToken);

    /// <inheritdoc/>
    public override HttpMessageHandler CreateHandler() => _createHandler();

    private protected override Task StopAsync() => _factory.DisposeAsync().AsTask();

    private static async Task<InMemoryHost> Start<TEntryPoint>(InMemoryOptions options)
        where TEntryPoint : class
    {
        var assembly = ServerAssembly.Of(typeof(TEntryPoint));
        var clock = Stopwatch.StartNew();
        var factory = new ApiFactory<TEntryPoint>(assembly, options);
        try
        {
            return Activate(factory.Start(clock));
        }
        catch (Exception e)
        {
            await factory.DisposeAsync().ConfigureAwait(false);
            throw new HostException($"{assembly.Name} did not start in memory: {e.Message}", e);
        }
    }
}
