using System.Globalization;
using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Allocations by type and line, if a case allocates too much; time by place, if it takes too long.</summary>
public sealed class ExplainedRunTests
{

    [Fact]
    public async Task A_case_that_allocates_too_much_says_what_and_where()
    {
        var run = await TestRun.OfExecutableBeside(
            "Allocating",
            """
            {
              "benchmarks": { "Allocating.*": { "allocatedBytes": 8 } },
              "settings": { "budgetSeconds": 1, "epochs": 4, "processes": 1 }
            }
            """,
            environment: Explaining(""));

        run.ExitCode.Should().Be(1, run.Output);
        run.Artifacts.Should().Contain(Path.Combine("Allocating", "Allocating.ThreeTypes.allocations.txt"));
        run["Allocating.AskingAServer"].Message.Should().MatchRegex(
            @"(?m)^ +[\d,]+ B +[\d.]+ × string \(", "its server writes to no trace");
        ShouldShow("ThreeTypes", 1024, "byte[]", @"Allocating\.ThreeTypes", 19);
        ShouldShow("ThreeTypes", 424, "int[]", @"Allocating\.ThreeTypes", 20);
        ShouldShow("ThreeTypes", 24, "Named", @"Allocating\.ThreeTypes", 21);
        ShouldShow("BoxedClosureAndConcatenation", 104, "string", @"string\.Concat ← Allocating\.BoxedClosureAndConcatenation", 28);
        ShouldShow("BoxedClosureAndConcatenation", 64, "Converter<int, int>", @"Allocating\.BoxedClosureAndConcatenation", 29);
        ShouldShow("GrowingList", 2192, "long[]", @"List\.AddWithResize ← Allocating\.GrowingList", 37);
        ShouldShow("AfterWaiting", 424, "double[]", @"Allocating\.AfterWaiting", 45);
        // Ten more are short, and allocated elsewhere.
        ShouldShow("DifferentSizes", 2344, "string", @"string\.Ctor ← Allocating\.Long ← Allocating\.DifferentSizes", 70);
        // How many of the library's methods are inlined is the runtime's affair.
        ShouldShow("InALibrary", 32, "byte[]", @"JsonSerializer\.\w+ ← Allocating\.InALibrary", 49);

        void ShouldShow(string method, double bytes, string type, string place, int line)
        {
            var message = run[$"Allocating.{method}"].Message;
            var shown = Regex.Match(
                message,
                $@"^ +([\d,]+) B .*× {Regex.Escape(type)} \(.* at {place} \(Allocating\.cs:(\d+)\)",
                RegexOptions.Multiline);
            shown.Success.Should().BeTrue($"{type} is missing at {place} in:\n{message}");
            double.Parse(shown.Groups[1].Value, CultureInfo.InvariantCulture).Should().BeInRange(bytes * 0.98, bytes * 1.02, message);
            // Optimized code has a line for some of its instructions only.
            int.Parse(shown.Groups[2].Value, CultureInfo.InvariantCulture).Should().BeInRange(line - 2, line, message);
        }
    }

    [Fact]
    public async Task A_case_that_takes_too_long_says_where_and_so_does_its_server()
    {
        var run = await TestRun.OfExecutableBeside(
            "Busier",
            """
            {
              "benchmarks": {
                "Busier.Asks": { "allocatedBytes": 100000 },
                "Busier.Counts": { "cpuRatio": 1.1 },
                "Busier.AsksForMore": { "cpuRatio": 1.1, "serverAllocatedRatio": 2 }
              },
              "settings": { "budgetSeconds": 15, "epochs": 4, "processes": 1 }
            }
            """,
            environment: Explaining("1"));

        run.ExitCode.Should().Be(1, run.Output);
        var counts = run["Busier.Counts"].Message;
        counts.Should().MatchRegex(@"sampled in a separate process, where it takes .+/op instead of .+/op:");
        counts.Should().MatchRegex(@"\+.+/op   at Busier\.CountPairs ← Busier\.Counts \(Busier\.cs:(3[89]|4[0-3])\)");
        var asks = run["Busier.AsksForMore"].Message;
        // Of the time, either making the forecasts or writing them comes first; of the bytes, always what is made.
        asks.Should().MatchRegex(
            @"(?s)on the server:.* at .*(Json|Forecaster\.cs:\d+).*on the server:.* × WeatherForecast \(32 B\) .*Forecaster\.cs:\d+\)");
        var grown = double.Parse(
            Regex.Match(asks, @"\+([\d,.]+) B +[\d,.]+ × WeatherForecast \(").Groups[1].Value, CultureInfo.InvariantCulture);
        grown.Should().BeInRange(0.98 * 990 * 32, 1.02 * 990 * 32, asks);
        run.Artifacts.Should().Contain(
        [
            Path.Combine("Busier", "Busier.Counts.speedscope.json"),
            Path.Combine("Busier", "Busier.AsksForMore.speedscope.json"),
            Path.Combine("Busier", "Busier.AsksForMore.allocations.txt"),
            // Of what is asked for, also what breaks no limit.
            Path.Combine("Busier", "Busier.Counts.allocations.txt"),
            Path.Combine("Busier", "Busier.Asks.speedscope.json"),
        ]);
    }

    /// <summary>As users have it, because what is inlined changes what is seen where.</summary>
    private static Dictionary<string, string> Explaining(string wish) =>
        new() { ["HTTPPERF_EXPLAIN"] = wish, [ChildCompilation.Recompiles] = "1" };
}
