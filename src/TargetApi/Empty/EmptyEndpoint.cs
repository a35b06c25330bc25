namespace TargetApi.Empty;

internal static class EmptyEndpoint
{
    // The cost of a request that reaches an endpoint and finds nothing there, not even a reader for its body.
    public static void MapEmpty(this IEndpointRouteBuilder app) => app.MapPost("/empty", () => TypedResults.NoContent());
}
