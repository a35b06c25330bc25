using System.Globalization;
using Microsoft.AspNetCore.Http.HttpResults;

namespace TargetApi.WeatherForecasts;

internal static class WeatherForecastEndpoints
{
    private const int MaxSize = 1_000_000;

    public static void MapWeatherForecasts(this IEndpointRouteBuilder app) => app.MapGet("/weatherforecast/{size}", GetForecasts);

    // The size is bound as text, because a failed binding to int answers 400 without a word.
    private static Results<Ok<WeatherForecast[]>, ProblemHttpResult> GetForecasts(string size) =>
        int.TryParse(size, NumberStyles.None, CultureInfo.InvariantCulture, out var days) && days <= MaxSize
            ? TypedResults.Ok(Forecaster.Forecast(days))
            : TypedResults.Problem(
                $"The size is '{size}'; it must be a whole number from 0 to {MaxSize}, written in digits only.",
                statusCode: StatusCodes.Status400BadRequest);
}
