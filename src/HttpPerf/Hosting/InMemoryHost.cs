using System.Diagnostics;
using HttpPerf.Counting;
using HttpPerf.Hosting.Child;
using HttpPerf.Hosting.InProcess;

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
        : base(api.Description, api.Diagnostics, api.Addresses.Base, api.Addresses.Secure)
    {
        _api = api;
        _factory = factory;
    }

    /// <summary>Whether the API was started with <see cref="InMemoryOptions.UseKestrel"/>.</summary>
    public override bool HasSockets => _api.HasSockets;

    /// <summary>The API's own services, for calling its code without a request.</summary>
    public IServiceProvider Services => Used(_api.Services);

    internal override ICounterSource ServerCounters => new InProcessCounters(HasSockets);

    internal override IUsageSource Usage { get; } =
        new NoUsage("the server shares the process of its clients, whose bytes and processor time can't be told from its own");

    /// <summary>Starts the API that contains a type, in this process.</summary>
    /// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>.</typeparam>
    /// <param name="options">How to start the API; null for the defaults.</param>
    /// <param name="cancellationToken">Cancels a start that has not yet begun.</param>
    /// <returns>The host, ready for requests. Without Kestrel, it has no HTTPS address.</returns>
    /// <exception cref="HostException">The API did not start. The message gives the reason.</exception>
    public static Task<InMemoryHost> StartAsync<TEntryPoint>(InMemoryOptions? options = null, CancellationToken cancellationToken = default)
        where TEntryPoint : class =>
        // WebApplicationFactory blocks while it starts.
        Task.Run(() => Start<TEntryPoint>(options ?? new()), cancellationToken);

    /// <inheritdoc/>
    public override HttpMessageHandler CreateHandler() => _api.CreateHandler();

    private protected override Task StopAsync() => _factory.DisposeAsync().AsTask();

    private static async Task<InMemoryHost> Start<TEntryPoint>(InMemoryOptions options)
        where TEntryPoint : class
    {
        var assembly = ServerAssembly.Containing(typeof(TEntryPoint));
        var clock = Stopwatch.StartNew();
        var factory = new ApiFactory<TEntryPoint>(assembly, options);
        try
        {
            return Activate(new InMemoryHost(factory.Start(clock), factory));
        }
        catch (Exception e)
        {
            await factory.DisposeAsync().ConfigureAwait(false);
            throw new HostException($"{assembly.Name} did not start in memory: {e.Message}", e);
        }
    }
}
