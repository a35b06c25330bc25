namespace TargetApi.WeatherForecasts;

// The minimal-API template's type: its properties and their order are the wire format.
internal sealed record WeatherForecast(DateOnly Date, int TemperatureC, string? Summary)
{
    public int TemperatureF => 32 + (int)(TemperatureC / 0.5556);
}
