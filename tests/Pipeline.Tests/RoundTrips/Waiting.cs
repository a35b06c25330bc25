extern alias Depot;
extern alias Ledger;

using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>Calls of an API that waits for PostgreSQL, or for a second API.</summary>
public class Waiting
{
    /// <summary>The variable with the connection string, without which there is no database.</summary>
    public const string Database = "WAITING_DATABASE";

    private static readonly HttpClient Client = Task.Run(Start).GetAwaiter().GetResult();

    [Benchmark]
    public Task<string> QueriesOneByOne() => Client.GetStringAsync("lines/one-by-one");

    [Benchmark]
    public Task<string> QueryWithJoin() => Client.GetStringAsync("lines/joined");

    [Benchmark]
    public async Task Transaction() => (await Client.PostAsync("lines/paid", null)).EnsureSuccessStatusCode();

    [Benchmark]
    public Task<string> RequestsOneByOne() => Client.GetStringAsync("stock/one-by-one");

    [Benchmark]
    public Task<string> RequestsAtOnce() => Client.GetStringAsync("stock/at-once");

    [Benchmark]
    public Task<string> SecureRequest() => Client.GetStringAsync("stock/secure");

    [Benchmark]
    public Task<string> Nothing() => Client.GetStringAsync("nothing");

    private static async Task<HttpClient> Start()
    {
        var stock = await ChildProcessHost.StartAsync<Depot::Program>();
        var settings = new Dictionary<string, string>
        {
            ["Services:Stock"] = $"{stock.BaseAddress}",
            ["Services:Secure"] = $"{stock.SecureAddress}",
        };
        if (Environment.GetEnvironmentVariable(Database) is { } database)
            settings["ConnectionStrings:Ledger"] = database;
        return (await ChildProcessHost.StartAsync<Ledger::Program>(new() { Settings = settings })).CreateClient();
    }
}
