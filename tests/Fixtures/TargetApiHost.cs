using HttpPerf.Hosting;

namespace HttpPerf.Fixtures;

/// <summary>The one TargetApi that this test process uses: started when first asked for, ended with the process.</summary>
public static class TargetApiHost
{
    private static readonly Lazy<Task<ApiHost>> Host = new(StartAsync);

    /// <summary>The host; a failed start fails every caller alike.</summary>
    public static Task<ApiHost> GetAsync() => Host.Value;

    /// <summary>The host, for code that can't await, such as a synchronous <c>[GlobalSetup]</c>.</summary>
    public static ApiHost Get() => Host.Value.GetAwaiter().GetResult();

    // On the pool, because a caller that blocks may hold the only thread that its synchronization context has.
    private static Task<ApiHost> StartAsync() => Task.Run(async () =>
    {
        var host = await ApiHost.StartAsync<Program>();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => host.DisposeAsync().AsTask().Wait(TimeSpan.FromSeconds(10));
        return host;
    });
}
