using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>A server in this process, with the smallest answer.</summary>
internal static class LoopbackApi
{
    public static async Task<WebApplication> Start()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var server = builder.Build();
        server.MapGet("/", () => "here");
        await server.StartAsync(TestContext.Current.CancellationToken);
        return server;
    }
}
