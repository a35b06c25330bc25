using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace HttpPerf.PerfTests;

/// <summary>
/// How long clients and their connections live, after "Why you should reuse HttpClient instances". All cases make the same requests,
/// one after another; a case that throws its connection away opens another one for the next request, and shakes hands again over TLS.
/// </summary>
[BenchmarkCategory("Lifetime")]
public abstract class LifetimeBenchmarks
{
    /// <summary>
    /// How many requests one call makes; figures are per request. The reference made 100: so many handshakes take 0.2 s, too long
    /// for rounds in which whatever disturbs the machine disturbs all cases alike, and leave 100 ports waiting every time. With two,
    /// there is a next one for which a connection may be kept.
    /// </summary>
    public const int Requests = 2;

    private readonly List<IDisposable> _made = [];
    private ApiHost _api = null!;
    private HttpMessageHandler _shared = null!;
    private HttpClient _kept = null!;
    private HttpClient _keptForASecond = null!;
    private IHttpClientFactory _factory = null!;
    private Version _version = null!;

    /// <summary>Makes the connections, where somebody wants to see them; null for .NET's own way.</summary>
    public Func<SocketsHttpConnectionContext, CancellationToken, ValueTask<Stream>>? ConnectCallback { get; set; }

    /// <summary>The version that every request asks for and every response must have.</summary>
    protected abstract Version HttpVersion { get; }

    [GlobalSetup]
    public async Task SetUp()
    {
        _api = await TargetApiHost.GetAsync();
        _version = HttpVersion;
        _shared = Made(NewHandler());
        _kept = Made(NewClient(NewHandler()));
        var handler = NewHandler();
        handler.PooledConnectionLifetime = TimeSpan.FromSeconds(1);
        _keptForASecond = Made(NewClient(handler));

        var services = new ServiceCollection();
        services.AddHttpClient("Lifetime", Configure).ConfigurePrimaryHttpMessageHandler(NewHandler);
        _factory = Made(services.BuildServiceProvider()).GetRequiredService<IHttpClientFactory>();
    }

    [GlobalCleanup]
    public void CleanUp() => _made.ForEach(m => m.Dispose());

    [Benchmark(Baseline = true, OperationsPerInvoke = Requests)]
    public Task<string> Kept() => RequestByOneClient(_kept);

    /// <summary>
    /// A client that notices within a second that its server has moved: its connections are replaced when they are older.
    /// </summary>
    [Benchmark(OperationsPerInvoke = Requests)]
    public Task<string> Kept_ConnectionsForOneSecond() => RequestByOneClient(_keptForASecond);

    [Benchmark(OperationsPerInvoke = Requests)]
    public Task<string> New_SharedHandler() => RequestByNewClients(() => Configured(new HttpClient(_shared, disposeHandler: false)));

    [Benchmark(OperationsPerInvoke = Requests)]
    public Task<string> New_HttpClientFactory() => RequestByNewClients(() => _factory.CreateClient("Lifetime"));

    /// <summary>Where the API answers.</summary>
    protected abstract Uri FindAddress(ApiHost api);

    /// <summary>A client with connections of its own.</summary>
    protected HttpClient NewClient(HttpMessageHandler handler) => Configured(new HttpClient(handler));

    /// <summary>A handler as .NET makes it, but for what it takes to reach the API.</summary>
    protected SocketsHttpHandler NewHandler()
    {
        var handler = (SocketsHttpHandler)_api.CreateHandler();
        handler.ConnectCallback = ConnectCallback;
        return handler;
    }

    /// <summary>Makes the requests by a client for each, disposed after it.</summary>
    protected async Task<string> RequestByNewClients(Func<HttpClient> create)
    {
        var text = "";
        for (var i = 0; i < Requests; i++)
        {
            using var client = create();
            text = await Read(client);
        }

        return text;
    }

    private async Task<string> RequestByOneClient(HttpClient client)
    {
        var text = "";
        for (var i = 0; i < Requests; i++)
            text = await Read(client);
        return text;
    }

    private async Task<string> Read(HttpClient client)
    {
        using var response = await client.GetAsync("");
        response.EnsureSuccessStatusCode();
        if (response.Version != _version)
            throw new HttpRequestException($"The response came over HTTP/{response.Version}; HTTP/{_version} was asked for.");
        return await response.Content.ReadAsStringAsync();
    }

    private HttpClient Configured(HttpClient client)
    {
        Configure(client);
        return client;
    }

    private void Configure(HttpClient client)
    {
        client.BaseAddress = FindAddress(_api);
        client.DefaultRequestVersion = _version;
        client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        // .NET resumes TLS sessions by the server's name, and an address is none.
        if (client.BaseAddress.IsLoopback)
            client.DefaultRequestHeaders.Host = "localhost";
    }

    private T Made<T>(T made) where T : IDisposable
    {
        _made.Add(made);
        return made;
    }
}
