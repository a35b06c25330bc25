using System.Net;
using HttpPerf.Hosting;

namespace HttpPerf.Fixtures;

/// <summary>A host that nobody but its user knows, made of public members alone: it answers each request with its path.</summary>
public sealed class OwnHost : ApiHost
{
    private readonly HttpListener _listener;

    private OwnHost(HttpListener listener, Uri address)
        : base($"paths at {address}", address)
    {
        _listener = listener;
    }

    /// <inheritdoc/>
    public override bool HasSockets => true;

    /// <summary>Starts it.</summary>
    /// <param name="port">A free port.</param>
    public static OwnHost Start(int port)
    {
        var address = new Uri($"http://localhost:{port}/api");
        var listener = new HttpListener { Prefixes = { $"{address}/" } };
        listener.Start();
        _ = Answer(listener);
        return Activate(new OwnHost(listener, address));
    }

    /// <inheritdoc/>
    public override HttpMessageHandler CreateHandler() => new SocketsHttpHandler { UseProxy = false };

    /// <inheritdoc/>
    protected override Task StopAsync()
    {
        _listener.Close();
        return Task.CompletedTask;
    }

    private static async Task Answer(HttpListener listener)
    {
        try
        {
            while (true)
            {
                var call = await listener.GetContextAsync();
                await using var writer = new StreamWriter(call.Response.OutputStream);
                await writer.WriteAsync(call.Request.Url!.AbsolutePath);
            }
        }
        catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
        {
            // It has been stopped.
        }
    }
}
