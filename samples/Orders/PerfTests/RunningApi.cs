using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using HttpPerf.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Orders.Api;

namespace Orders.PerfTests;

/// <summary>The ways to start the API, each with a client that has logged in.</summary>
public static class RunningApi
{
    private static readonly Lazy<Task<HttpClient>> LazyChild = new(() => StartInChildProcess(requestsPerSecond: 0));
    private static readonly Lazy<Task<HttpClient>> LazyLimited = new(() => StartInChildProcess(requestsPerSecond: 50));
    private static readonly Lazy<Task<HttpClient>> LazyInMemory = new(StartInMemory);

    /// <summary>In a child process, without rate limiter. Benchmarks share it: a server's start is not what they measure.</summary>
    public static Task<HttpClient> Child => LazyChild.Value;

    /// <summary>In a child process, with rate limiter.</summary>
    public static Task<HttpClient> Limited => LazyLimited.Value;

    /// <summary>In this process, without rate limiter and mail server.</summary>
    public static Task<HttpClient> InMemory => LazyInMemory.Value;

    private static async Task<HttpClient> StartInChildProcess(int requestsPerSecond) =>
        await LogIn(await ApiHost.StartAsync<Program>(new ChildProcessOptions { Settings = Settings(requestsPerSecond) }));

    private static async Task<HttpClient> StartInMemory() => await LogIn(await InMemoryHost.StartAsync<Program>(new InMemoryOptions
    {
        Settings = Settings(requestsPerSecond: 0),
        ConfigureServices = services => services.AddSingleton<IReceipts, NoReceipts>(),
    }));

    private static Dictionary<string, string> Settings(int requestsPerSecond) => new()
    {
        ["ConnectionStrings:Orders"] = new SeededDatabase().ConnectionString,
        ["Logging:LogLevel:Default"] = "Warning",
        ["Password"] = "secret",
        ["RequestsPerSecond"] = $"{requestsPerSecond}",
    };

    private static async Task<HttpClient> LogIn(ApiHost api)
    {
        var client = api.CreateClient();
        using var response = await client.PostAsJsonAsync("login", new Login("perf", "secret"));
        var token = await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>();
        client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token.GetProperty("accessToken").GetString());
        return client;
    }

    private sealed class NoReceipts : IReceipts
    {
        public Task Send(Order order) => Task.CompletedTask;
    }
}
