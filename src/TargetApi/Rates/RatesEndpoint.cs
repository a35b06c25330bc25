using Microsoft.AspNetCore.Http.HttpResults;

namespace TargetApi.Rates;

/// <summary>Stands for the free forex API, with its payload and none of its limits.</summary>
internal static class RatesEndpoint
{
    // Fixed, because results can only be compared when the same request gets the same bytes.
    private static readonly LiveRates Answer = new(new Dictionary<string, Rate> { ["EURGBP"] = new(0.891533m, 1619544185) }, 200);

    public static void MapRates(this IEndpointRouteBuilder app) => app.MapGet("/api/live", GetRates);

    private static Results<Ok<LiveRates>, ProblemHttpResult> GetRates(string? pairs = null) =>
        pairs is not null && Answer.Rates!.ContainsKey(pairs)
            ? TypedResults.Ok(Answer)
            : TypedResults.Problem(
                $"There is no rate for pairs '{pairs}'; this API knows {string.Join(", ", Answer.Rates!.Keys)}.",
                statusCode: StatusCodes.Status404NotFound);
}
