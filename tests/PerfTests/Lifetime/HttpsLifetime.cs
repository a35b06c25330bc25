using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.PerfTests;

/// <summary>
/// Lifetimes over HTTPS, where a new connection also shakes hands. On Linux .NET resumes a session that it had with the same server,
/// unless it is told not to: the handshake then does without certificates and their signatures, but is one all the same.
/// </summary>
public class HttpsLifetime : LifetimeBenchmarks
{
    [Params("1.1", "2.0")]
    public string Version { get; set; } = "";

    protected override Version HttpVersion => new(Version);

    [Benchmark(OperationsPerInvoke = Requests)]
    public Task<string> Disposed_ResumedSession() => RequestByNewClients(() => NewClient(NewHandler(resume: true)));

    [Benchmark(OperationsPerInvoke = Requests)]
    public Task<string> Disposed_NewSession() => RequestByNewClients(() => NewClient(NewHandler(resume: false)));

    protected override Uri FindAddress(ApiHost api) =>
        api.SecureAddress ?? throw new InvalidOperationException($"{api} has no HTTPS address.");

    private SocketsHttpHandler NewHandler(bool resume)
    {
        var handler = NewHandler();
        handler.SslOptions.AllowTlsResume = resume;
        return handler;
    }
}
