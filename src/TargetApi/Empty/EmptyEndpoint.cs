namespace TargetApi.Empty;

internal static class EmptyEndpoint
{
    // What a request costs that gets as far as an endpoint and finds nothing there, not even a reader for its body.
    public static void MapEmpty(this IEndpointRouteBuilder app) => app.MapPost("/empty", () => TypedResults.NoContent());
}
