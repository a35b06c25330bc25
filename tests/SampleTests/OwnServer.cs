using BenchmarkDotNet.Attributes;
using HttpPerf.Hosting;

namespace HttpPerf.SampleTests;

/// <summary>Starts a server for each instance. It ends with the group, so that what it does to its server affects no other group.</summary>
public abstract class OwnServer
{
    private ChildProcessHost _host = null!;

    protected HttpClient Client { get; private set; } = null!;

    [GlobalSetup]
    public async Task SetUp()
    {
        _host = await ChildProcessHost.StartAsync(Path.Combine(AppContext.BaseDirectory, "BrokenApi.dll"));
        Client = _host.CreateClient();
    }

    [GlobalCleanup]
    public async Task CleanUp()
    {
        Client.Dispose();
        await _host.DisposeAsync();
    }
}
