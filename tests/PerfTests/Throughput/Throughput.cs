using System.Net;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.PerfTests;

/// <summary>
/// How many requests for <c>Hello, World!</c> many callers get through together, after "http-get-perf". A socket that writes a request and
/// reads its response shows what the server and the machine allow.
/// </summary>
[BenchmarkCategory("Throughput")]
[ConcurrentCallers(nameof(Parallel))]
public class Throughput
{
    private readonly List<IDisposable> _made = [];
    private RawConnections _sockets = null!;
    private HttpClient _httpClient = null!;
    private HttpClient _tuned = null!;
    private HttpClient _http2 = null!;

    [Params(1, 64, 256)]
    public int Parallel { get; set; }

    [GlobalSetup]
    public async Task SetUp()
    {
        var api = await TargetApiHost.GetAsync();
        _sockets = Made(new RawConnections(api.BaseAddress));
        _httpClient = Made(new HttpClient { BaseAddress = api.BaseAddress });
        // Features that a client of one API doesn't need.
        _tuned = Made(new HttpClient(new SocketsHttpHandler
        {
            ActivityHeadersPropagator = null,
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = false,
        })
        {
            BaseAddress = api.BaseAddress,
        });
        _http2 = Made(api.CreateClient(secure: true));
        _http2.DefaultRequestVersion = HttpVersion.Version20;
        _http2.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
    }

    [GlobalCleanup]
    public void CleanUp() => _made.ForEach(m => m.Dispose());

    [Benchmark(Baseline = true)]
    public Task<string> Sockets() => _sockets.Get();

    [Benchmark]
    public Task<string> HttpClient_AsItIs() => _httpClient.GetStringAsync("");

    [Benchmark]
    public Task<string> HttpClient_Tuned() => _tuned.GetStringAsync("");

    /// <summary>All callers share one connection, over TLS, without which servers don't offer HTTP/2.</summary>
    [Benchmark]
    public Task<string> HttpClient_Http2() => _http2.GetStringAsync("");

    private T Made<T>(T made) where T : IDisposable
    {
        _made.Add(made);
        return made;
    }
}
