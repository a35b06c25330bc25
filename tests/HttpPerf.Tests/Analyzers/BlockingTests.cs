using FluentAssertions;
using HttpPerf.Analyzers;
using Xunit;
using static HttpPerf.Tests.Analyzers.Analysis;

namespace HttpPerf.Tests.Analyzers;

public sealed class BlockingTests
{
    [Theory]
    [InlineData("public string Get() => [|_client.GetStringAsync(\"\").Result|];")]
    [InlineData("public string Get() => [|_client.GetStringAsync(\"\").GetAwaiter().GetResult()|];")]
    [InlineData("public string Get() => [|_client.GetStringAsync(\"\").ConfigureAwait(false).GetAwaiter().GetResult()|];")]
    [InlineData("public string Get() => [|new ValueTask<string>(\"\").Result|];")]
    [InlineData("public int Get() { [|Task.Delay(1).Wait()|]; return 1; }")]
    public async Task Blocking_on_a_task_is_reported(string method) =>
        (await Finds(Rules.Blocking, Benchmark(method)))
            .Should().Equal("Get blocks a thread until a task ends. Await the task.");

    [Theory]
    [InlineData("public async Task<string> Get() { var t = _client.GetStringAsync(\"\"); await Task.WhenAll(t); return t.Result; }")]
    [InlineData("public Task<string> Get() => _client.GetStringAsync(\"\").ContinueWith(t => t.Result);")]
    [InlineData("public string Get() => new Answer().Result; private sealed class Answer { public string Result => \"\"; }")]
    [InlineData("public bool Get() => new ManualResetEventSlim(true).Wait(1);")]
    public Task Results_that_are_there_are_not_reported(string method) => FindsNothing(Benchmark(method));

    [Fact]
    public Task Other_methods_may_block() => FindsNothing(
        Benchmark("public void SetUp() => _client.GetStringAsync(\"\").Wait();").Replace("[Benchmark]", "[GlobalSetup]"));
}
