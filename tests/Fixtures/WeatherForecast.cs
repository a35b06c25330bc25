namespace HttpPerf.Fixtures;

/// <summary>A forecast of TargetApi, as clients read it: all of the wire's values, in 32 bytes an object.</summary>
/// <remarks>Settable properties, because JSON that is read through a constructor costs further objects.</remarks>
public sealed record WeatherForecast
{
    public DateOnly Date { get; init; }

    public int TemperatureC { get; init; }

    public Summary Summary { get; init; }

    public int TemperatureF { get; init; }
}
