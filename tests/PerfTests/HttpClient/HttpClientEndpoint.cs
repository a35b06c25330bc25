using BenchmarkDotNet.Attributes;

namespace HttpPerf.PerfTests;

/// <summary>The payment endpoint that uses HttpClient, and an endpoint that does nothing.</summary>
[BenchmarkCategory("HttpClient")]
public class HttpClientEndpoint : EndpointBenchmarks;
