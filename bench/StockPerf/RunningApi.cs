using HttpPerf.Hosting;

namespace StockPerf;

/// <summary>The API in a child process. Benchmarks share it: a server's start is not what they measure.</summary>
internal static class RunningApi
{
    private static readonly Lazy<Task<ApiHost>> Host = new(() => ApiHost.StartAsync<StockApi.Products>());

    public static async Task<HttpClient> CreateClient() => (await Host.Value).CreateClient();
}
