using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace HttpPerf.Clients.Tests;

/// <summary>Answers a POST with the body, or with what a test makes of it.</summary>
internal sealed class EchoServer : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly ConcurrentDictionary<string, bool> _connections = [];

    private EchoServer(WebApplication application) => _application = application;

    public Uri Address => new(_application.Urls.Single());

    /// <summary>How many have made requests.</summary>
    public int Connections => _connections.Count;

    public int Status { get; set; } = StatusCodes.Status200OK;

    public Func<byte[], byte[]> Change { get; set; } = body => body;

    public static async Task<EchoServer> Start()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var server = new EchoServer(builder.Build());
        server._application.MapPost("/", server.Answer);
        await server._application.StartAsync();
        return server;
    }

    public ValueTask DisposeAsync() => _application.DisposeAsync();

    private async Task Answer(HttpContext context)
    {
        _connections.TryAdd(context.Connection.Id, true);
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        context.Response.StatusCode = Status;
        await context.Response.Body.WriteAsync(Change(body.ToArray()));
    }
}
