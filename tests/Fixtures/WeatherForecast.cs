namespace HttpPerf.Fixtures;

/// <summary>What clients read of TargetApi's forecasts: all of the wire's values, in 32 bytes an object.</summary>
/// <remarks>Settable properties, because JSON that is read through a constructor costs further objects.</remarks>
public sealed record WeatherForecast
{
    public DateOnly Date { get; init; }

    public int TemperatureC { get; init; }

    public Summary Summary { get; init; }

    public int TemperatureF { get; init; }
}
