using System.Text.Json;
using FluentAssertions;
using HttpPerf.Fixtures;
using Xunit;

namespace TargetApi.Tests;

public sealed class WeatherForecastTests
{
    [Fact]
    public async Task Clients_read_everything_that_is_on_the_wire()
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();

        var wire = await client.GetStringAsync("weatherforecast/1000", TestContext.Current.CancellationToken);

        JsonSerializer.Serialize(JsonSerializer.Deserialize<WeatherForecast[]>(wire, WebJson.Options), WebJson.Options).Should().Be(wire);
    }

    [Fact]
    public void Equal_values_make_equal_forecasts() =>
        new WeatherForecast { Summary = Summary.Hot }.Should().Be(new WeatherForecast { Summary = Summary.Hot })
            .And.NotBe(new WeatherForecast { Summary = Summary.Mild });

    [Fact]
    public void A_forecast_takes_32_bytes()
    {
        const int Count = 1000;
        var forecasts = new WeatherForecast[Count];
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Count; i++)
            forecasts[i] = new();

        // Not their sum: an object of the runtime's own may fall in between.
        ((GC.GetAllocatedBytesForCurrentThread() - before) / Count).Should().Be(32);
        GC.KeepAlive(forecasts);
    }

    [Fact]
    public void The_shared_host_can_be_had_by_blocking_too() => TargetApiHost.Get().Should().BeSameAs(TargetApiHost.Get());
}
