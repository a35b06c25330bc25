using System.IO.Compression;
using System.Net.WebSockets;
using System.Text;

namespace HttpPerf.BrokenApi;

// One body in every form in which a client may receive it, and responses without one.
internal static class Bodies
{
    private const string Body = "a body";

    public static void MapBodies(this WebApplication app)
    {
        app.MapMethods("/body", ["GET", "HEAD"], (HttpContext context) =>
        {
            context.Response.ContentLength = Body.Length;
            return Body;
        });
        app.MapGet("/body/json", () => new[] { Body });
        app.MapGet("/body/chunked", (HttpContext context) => context.Response.WriteAsync(Body));
        app.MapGet("/body/compressed", async (HttpContext context) =>
        {
            context.Response.Headers.ContentEncoding = "gzip";
            await using var compressed = new GZipStream(context.Response.Body, CompressionLevel.Fastest);
            await compressed.WriteAsync(Encoding.UTF8.GetBytes(Body));
        });
        app.MapGet("/body/trailers", async (HttpContext context) =>
        {
            context.Response.ContentLength = Body.Length;
            await context.Response.WriteAsync(Body);
            context.Response.AppendTrailer("checksum", "6");
        });
        app.MapGet("/body/error", () => TypedResults.Text(Body, statusCode: 500));
        app.MapGet("/body/moved", (HttpContext context) =>
        {
            context.Response.Headers.Location = "/body";
            return TypedResults.Text("elsewhere", statusCode: 302);
        });
        app.MapGet("/body/none", () => TypedResults.NoContent());
        app.MapGet("/body/empty", () => { });

        // In HTTP/2, a web socket is a successful response with a body that is written to, too.
        app.UseWebSockets();
        app.Map("/body/socket", async (HttpContext context) =>
        {
            using var socket = await context.WebSockets.AcceptWebSocketAsync();
            var buffer = new byte[Body.Length];
            await socket.ReceiveAsync(buffer, CancellationToken.None);
            await socket.SendAsync(buffer, WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
        });
    }
}
