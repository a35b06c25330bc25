using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

// The built APIs that the tests start.
internal static class HostedApis
{
    public static readonly string Target = PathOf("TargetApi");
    public static readonly string Broken = PathOf("BrokenApi");

    public static Task<ChildProcessHost> StartBrokenAsync(params string[] arguments) =>
        ChildProcessHost.StartAsync(Broken, new() { Arguments = arguments }, TestContext.Current.CancellationToken);

    public static async Task<string> GetAsync(ApiHost host, string path)
    {
        using var client = host.CreateClient();
        return await client.GetStringAsync(path, TestContext.Current.CancellationToken);
    }

    private static string PathOf(string name) => Path.Combine(AppContext.BaseDirectory, name + ".dll");
}
