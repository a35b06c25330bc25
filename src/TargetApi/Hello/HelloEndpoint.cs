namespace TargetApi.Hello;

internal static class HelloEndpoint
{
    public static void MapHello(this IEndpointRouteBuilder app) =>
        // As bytes, because a string would be sent in chunks: http-get-perf's 13 bytes come with their Content-Length.
        app.MapGet("/", () => TypedResults.Text("Hello, World!"u8, "text/plain"));
}
