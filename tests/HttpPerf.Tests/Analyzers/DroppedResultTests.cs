using FluentAssertions;
using HttpPerf.Analyzers;
using Xunit;
using static HttpPerf.Tests.Analyzers.Analysis;

namespace HttpPerf.Tests.Analyzers;

public sealed class DroppedResultTests
{
    [Theory]
    [InlineData("public async Task Get() { [|await _client.GetAsync(\"\")|]; }", "HttpResponseMessage")]
    [InlineData("public async Task Get() { _ = [|await _client.GetStringAsync(\"\")|]; }", "string")]
    [InlineData("public async Task Get() { var text = [|await _client.GetStringAsync(\"\")|]; }", "string")]
    [InlineData("public async Task Get() => [|await _client.GetAsync(\"\")|];", "HttpResponseMessage")]
    [InlineData("public async ValueTask Get() => [|await _client.GetAsync(\"\")|];", "HttpResponseMessage")]
    [InlineData("public Task Get() => [|_client.GetStringAsync(\"\")|];", "Task<string>")]
    [InlineData("public Task Get() { return [|_client.GetStringAsync(\"\")|]; }", "Task<string>")]
    [InlineData("public void Get() => [|_client.Send(new())|];", "HttpResponseMessage")]
    [InlineData(
        "public async Task Get() { var r = await _client.GetAsync(\"\"); [|r.EnsureSuccessStatusCode()|]; }",
        "HttpResponseMessage")]
    [InlineData("public async Task Get() { using var r = [|await _client.GetAsync(\"\")|]; }", "HttpResponseMessage")]
    [InlineData(
        "public async Task Get() { using (var r = await _client.GetAsync(\"\")) { [|await r.Content.ReadAsStringAsync()|]; } }", "string")]
    [InlineData(
        "public async Task Get() { var r = [|await _client.GetAsync(\"\")|]; r = null; await Task.Yield(); }",
        "HttpResponseMessage")]
    public async Task A_result_that_nothing_is_made_of_is_reported(string method, string type) =>
        (await Finds(Rules.DroppedResult, Benchmark(method)))
            .Should().Equal($"Get drops its result of type {type}, so it can't be checked. Return it or what is read from it.");

    [Theory]
    [InlineData("public void Get() { [|_client.GetAsync(\"\")|]; }", "Task<HttpResponseMessage>")]
    [InlineData("public void Get() { _ = [|_client.GetStringAsync(\"\")|]; }", "Task<string>")]
    [InlineData("public async Task Get() { var text = [|_client.GetStringAsync(\"\")|]; await Task.Yield(); }", "Task<string>")]
    public async Task A_task_that_is_not_awaited_is_reported_as_one(string method, string type) =>
        (await Finds(Rules.DroppedResult, Benchmark(method)))
            .Should().Equal($"Get drops a {type} that it doesn't await, so a call ends before its work does. Return the task.");

    [Theory]
    [InlineData("public Task<string> Get() => _client.GetStringAsync(\"\");")]
    [InlineData("public async Task<int> Get() { await _client.GetStringAsync(\"\"); return 1; }")]
    [InlineData("public async Task Get() => await Task.Yield();")]
    [InlineData("public Task Get() => Task.Delay(1);")]
    [InlineData("public void Get() => new List<int>().Remove(1);")]
    [InlineData("public async Task Get() { var r = await _client.GetAsync(\"\"); await r.Content.LoadIntoBufferAsync(); }")]
    [InlineData("public async Task Get() { for (var i = 0; i < 10; i++) await _client.GetAsync(\"\"); }")]
    [InlineData("public async Task Get() => Kept = await _client.GetStringAsync(\"\"); public string Kept = \"\";")]
    [InlineData("public void Get() => Each(async () => { var text = await _client.GetStringAsync(\"\"); }); void Each(Func<Task> f) { }")]
    public Task A_method_that_returns_or_uses_its_result_or_has_none_is_not_reported(string method) => FindsNothing(Benchmark(method));

    [Fact]
    public Task Other_methods_may_drop_what_they_like() => FindsNothing(
        Benchmark("public async Task Get() { await _client.GetAsync(\"\"); }").Replace("[Benchmark]", "[GlobalSetup]"));

    [Theory]
    [InlineData(
        "public async Task Get()\n{\n    // One request.\n    await _client.GetAsync(\"\"); // read\n}",
        "public async Task<HttpResponseMessage> Get()\n{\n    // One request.\n    return await _client.GetAsync(\"\"); // read\n}")]
    [InlineData(
        "public async ValueTask Get()\n{\n    _ = await _client.GetStringAsync(\"\");\n}",
        "public async ValueTask<string> Get()\n{\n    return await _client.GetStringAsync(\"\");\n}")]
    [InlineData(
        "public async Task Get()\n{\n    var text = await _client.GetStringAsync(\"\");\n}",
        "public async Task<string> Get()\n{\n    return await _client.GetStringAsync(\"\");\n}")]
    [InlineData(
        "public async Task Get() => await _client.GetAsync(\"\");",
        "public async Task<HttpResponseMessage> Get() => await _client.GetAsync(\"\");")]
    [InlineData(
        "public async Task Get() => _ = await _client.GetAsync(\"\");",
        "public async Task<HttpResponseMessage> Get() => await _client.GetAsync(\"\");")]
    [InlineData("public Task Get() => _client.GetStringAsync(\"\");", "public Task<string> Get() => _client.GetStringAsync(\"\");")]
    [InlineData("public void Get() => _client.Send(new());", "public HttpResponseMessage Get() => _client.Send(new());")]
    [InlineData(
        "public void Get()\n{\n    _client.GetAsync(\"\");\n}",
        "public Task<HttpResponseMessage> Get()\n{\n    return _client.GetAsync(\"\");\n}")]
    [InlineData(
        "public async Task Get()\n{\n    using var r = await _client.GetAsync(\"\");\n    await r.Content.ReadAsStringAsync();\n}",
        "public async Task<string> Get()\n{\n    using var r = await _client.GetAsync(\"\");\n"
            + "    return await r.Content.ReadAsStringAsync();\n}")]
    public Task The_fix_returns_it(string method, string expected) => BecomesByItsFix(Benchmark(method), Benchmark(expected));

    [Fact]
    public Task The_fix_keeps_that_a_result_may_be_null() => BecomesByItsFix(
        Benchmark("public async Task Get() => await Find(); Task<string?> Find() => Task.FromResult<string?>(null);"),
        Benchmark("public async Task<string?> Get() => await Find(); Task<string?> Find() => Task.FromResult<string?>(null);"));

    [Theory]
    [InlineData("public async Task Get() { using var r = await _client.GetAsync(\"\"); r.EnsureSuccessStatusCode(); }")]
    [InlineData("public async Task Get() { using var r = await _client.GetAsync(\"\"); }")]
    [InlineData(
        "public async Task Get() { await using var l = await Task.FromResult(new Lease()); } "
            + "public sealed class Lease : IAsyncDisposable { public ValueTask DisposeAsync() => default; }")]
    [InlineData("public async Task Get() { var r = await _client.GetAsync(\"\"); await Task.Yield(); }")]
    [InlineData("public async Task Get() { if (_client.Timeout == default) return; await _client.GetAsync(\"\"); }")]
    [InlineData("public virtual async Task Get() => await _client.GetAsync(\"\");")]
    [InlineData("public async Task Get() => await Task.FromResult(new { });")]
    public Task There_is_no_fix_where_the_result_is_disposed_of_or_the_return_is_not_plain(string method) =>
        HasNoFix(Benchmark(method));
}
