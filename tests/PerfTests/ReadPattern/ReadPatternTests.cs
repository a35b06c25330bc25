using System.Globalization;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Fixtures;
using Xunit;

namespace HttpPerf.PerfTests;

public class ReadPatternTests
{
    public static TheoryData<int> Sizes => [10, 100, 1000, 10000];

    [PerfTheory<ReadPattern>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [Fact]
    public void Streaming_allocates_less_than_a_fifth_of_its_baseline() =>
        Perf.Measure<ReadPattern>("GetStreamAsync(Size: 1000)").AllocatedRatio.Should().BeLessThan(0.2);

    [Theory]
    [MemberData(nameof(Sizes))]
    public async Task Every_way_reads_what_the_server_wrote(int size)
    {
        var expected = await ReadByHand(size);
        var ways = new ReadPattern { Size = size };
        await ways.SetUp();

        Func<Task<List<WeatherForecast>?>>[] all =
        [
            ways.GetAsync_ReadAsStringAsync, ways.GetAsync_ReadAsStreamAsync, ways.GetAsync_ReadFromJsonAsync,
            ways.GetAsync_ReadAsStringAsync_CompletionOption, ways.GetAsync_ReadAsStreamAsync_CompletionOption,
            ways.GetAsync_ReadFromJsonAsync_CompletionOption, ways.GetStreamAsync, ways.GetStringAsync, ways.GetFromJsonAsync,
        ];
        foreach (var way in all)
            (await way()).Should().Equal(expected, "{0} reads the same", way.Method.Name);

        ways.CleanUp();
    }

    /// <summary>Property by property: objects that stay empty, as the published benchmark's did, would equal each other too.</summary>
    private static async Task<List<WeatherForecast>> ReadByHand(int size)
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();
        using var json = JsonDocument.Parse(await client.GetStringAsync($"weatherforecast/{size}", TestContext.Current.CancellationToken));
        var forecasts = json.RootElement.EnumerateArray().Select(e => new WeatherForecast
        {
            Date = DateOnly.ParseExact(e.GetProperty("date").GetString()!, "yyyy-MM-dd", CultureInfo.InvariantCulture),
            TemperatureC = e.GetProperty("temperatureC").GetInt32(),
            Summary = Enum.Parse<Summary>(e.GetProperty("summary").GetString()!),
            TemperatureF = e.GetProperty("temperatureF").GetInt32(),
        }).ToList();
        forecasts.Should().HaveCount(size);
        return forecasts;
    }
}
