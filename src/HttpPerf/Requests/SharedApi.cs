using HttpPerf.Hosting;

namespace HttpPerf.Requests;

/// <summary>An API that all requests of a test assembly are sent to. It stops with the process.</summary>
internal static class SharedApi<TEntryPoint>
    where TEntryPoint : class
{
    private static readonly Lazy<Task<ApiHost>> Started = new(() => ApiHost.StartAsync<TEntryPoint>());

    public static Task<ApiHost> Host => Started.Value;
}
