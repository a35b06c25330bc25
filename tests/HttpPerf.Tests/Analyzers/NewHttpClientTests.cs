using FluentAssertions;
using HttpPerf.Analyzers;
using Xunit;
using static HttpPerf.Tests.Analyzers.Analysis;

namespace HttpPerf.Tests.Analyzers;

public sealed class NewHttpClientTests
{
    [Theory]
    [InlineData("public Task<string> Get() => [|new HttpClient()|].GetStringAsync(\"\");")]
    [InlineData("public async Task<string> Get() { using HttpClient client = [|new()|]; return await client.GetStringAsync(\"\"); }")]
    [InlineData("public Task<string> Get() => [|new HttpClient(new SocketsHttpHandler())|].GetStringAsync(\"\");")]
    [InlineData("public object Get() { object Create() => [|new HttpClient()|]; return Create(); }")]
    public async Task A_client_of_its_own_in_a_benchmark_is_reported(string method) =>
        (await Finds(Rules.NewHttpClient, Benchmark(method)))
            .Should().Equal("Get creates an HttpClient with connections of its own in every call. Create it in [GlobalSetup].");

    [Theory]
    [InlineData("public object Get() => new HttpClient(_handler, disposeHandler: false); private HttpMessageHandler _handler = null!;")]
    [InlineData("public object Get() => new HttpClient(Handler); private SocketsHttpHandler Handler => null!;")]
    [InlineData("public object Get() => new HttpRequestMessage();")]
    public Task A_client_of_a_shared_handler_is_not_reported(string method) => FindsNothing(Benchmark(method));

    [Fact]
    public Task Setups_and_helpers_may_create_clients() => FindsNothing("""
        using BenchmarkDotNet.Attributes;

        public class Requests
        {
            private HttpClient _client = new();

            [GlobalSetup]
            public void SetUp() => _client = new HttpClient();

            [Benchmark]
            public Task<string> Get() => Create().GetStringAsync("");

            private HttpClient Create() => _client = new HttpClient();
        }
        """);

    [Fact]
    public Task A_benchmark_that_means_it_suppresses_the_rule() => FindsNothing(Benchmark("""
        [System.Diagnostics.CodeAnalysis.SuppressMessage("HttpPerf", "HTTPPERF004")]
        public object Get() => new HttpClient();
        """));
}
