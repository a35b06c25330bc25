using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.PerfTests;

/// <summary>Lifetimes over plain HTTP, where a new connection costs a socket and a round trip.</summary>
public class HttpLifetime : LifetimeBenchmarks
{
    protected override Version HttpVersion => System.Net.HttpVersion.Version11;

    [Benchmark(OperationsPerInvoke = Requests)]
    public Task<string> Disposed() => RequestByNewClients(() => NewClient(NewHandler()));

    protected override Uri FindAddress(ApiHost api) => api.BaseAddress;
}
