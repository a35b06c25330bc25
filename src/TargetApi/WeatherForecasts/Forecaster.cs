namespace TargetApi.WeatherForecasts;

internal static class Forecaster
{
    private static readonly string[] Summaries =
        ["Freezing", "Bracing", "Chilly", "Cool", "Mild", "Warm", "Balmy", "Hot", "Sweltering", "Scorching"];

    private static readonly DateOnly FirstDay = new(2025, 1, 1);

    // The template forecasts from today at random; results can only be compared when the same size means the same bytes,
    // in every run and on every machine. A seeded Random keeps its sequence across versions of .NET.
    public static WeatherForecast[] Forecast(int days)
    {
        var random = new Random(Seed: 1);
        var forecasts = new WeatherForecast[days];
        for (var day = 0; day < days; day++)
            forecasts[day] = new(FirstDay.AddDays(day), random.Next(-20, 55), Summaries[random.Next(Summaries.Length)]);

        return forecasts;
    }
}
