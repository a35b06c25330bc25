using System.Text.Json;
using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Model;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class SchemaTests
{
    private static readonly JsonElement Schema =
        JsonDocument.Parse(File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Thresholds", "thresholds.schema.json"))).RootElement;

    private static readonly JsonElement Settings = Schema.GetProperty("properties").GetProperty("settings");
    private static readonly JsonElement Counters = Schema.GetProperty("definitions").GetProperty("counters");

    private static readonly JsonElement Metrics = Schema.GetProperty("definitions").GetProperty("limits").GetProperty("properties");

    [Fact]
    public void The_schema_names_every_metric_in_the_usual_order() =>
        Metrics.EnumerateObject().Select(metric => metric.Name).Should().Equal(
            [.. Metric.All.Select(metric => metric.Name), .. CounterLimitReader.Sections.Keys, "against"]);

    [Fact]
    public void The_schema_describes_every_metric_and_tells_which_can_be_zero()
    {
        foreach (var metric in Metric.All)
        {
            var described = Metrics.GetProperty(metric.Name);
            described.GetProperty("description").GetString().Should().NotBeNullOrWhiteSpace();
            described.GetProperty("allOf")[0].GetProperty("$ref").GetString().Should().Be(
                $"#/definitions/{(metric.HasAmounts ? "bytes" : metric.CanBeZero ? "count" : "amount")}");
        }
    }

    [Fact]
    public void The_schema_gives_every_setting_the_variable_range_and_default_that_the_reader_has() =>
        Settings.GetProperty("properties").EnumerateObject().Select(setting => (setting.Name, Right(setting.Value), Default(setting.Value)))
            .Should().Equal(Setting.All.Select(setting => (setting.Name, setting.Expected, setting.Default)));

    [Fact]
    public void The_schema_names_the_variable_of_every_setting() => Setting.All.Should().AllSatisfy(setting =>
        Settings.GetProperty("properties").GetProperty(setting.Name).GetProperty("description").GetString().Should().EndWith(
            $" {setting.Variable}."));

    [Fact]
    public void The_schema_describes_the_sections_of_counters_whose_limits_can_be_zero()
    {
        foreach (var section in CounterLimitReader.Sections.Keys)
        {
            Metrics.GetProperty(section).GetProperty("description").GetString().Should().NotBeNullOrWhiteSpace();
            Metrics.GetProperty(section).GetProperty("allOf")[0].GetProperty("$ref").GetString().Should().Be("#/definitions/counters");
        }

        Counters.GetProperty("additionalProperties").GetProperty("$ref").GetString().Should().Be("#/definitions/count");
        Counters.GetProperty("minProperties").GetInt32().Should().Be(1);
    }

    [Theory]
    [InlineData("tls.handshakes", true)]
    [InlineData(" my.counter { color = red } ", true)]
    [InlineData("my.counter{http.route=/{id}}", true)]
    [InlineData("x", true)]
    [InlineData("", false)]
    [InlineData(" ", false)]
    [InlineData("{color=red}", false)]
    [InlineData("my.counter{color=red", false)]
    [InlineData("my.counter}", false)]
    public void The_schema_takes_names_of_counters_that_the_reader_takes(string name, bool taken)
    {
        Regex.IsMatch(name, Counters.GetProperty("propertyNames").GetProperty("pattern").GetString()!).Should().Be(taken);
        var parse = () => CounterSelection.Parse(name);
        if (taken)
            parse.Should().NotThrow();
        else
            parse.Should().Throw<FormatException>();
    }

    [Fact]
    public void The_schema_allows_no_other_member_than_the_reader()
    {
        var definitions = Schema.GetProperty("definitions");
        JsonElement[] closed =
        [
            Schema,
            Settings,
            definitions.GetProperty("limits"),
            definitions.GetProperty("count").GetProperty("anyOf")[1],
            definitions.GetProperty("amount").GetProperty("anyOf")[1],
            definitions.GetProperty("bytes").GetProperty("anyOf")[1],
        ];

        closed.Should().AllSatisfy(part => part.GetProperty("additionalProperties").GetBoolean().Should().BeFalse());
        closed[^1].GetProperty("properties").EnumerateObject().Select(member => member.Name).Should().Equal("amounts");
        closed[3..^1].Should().AllSatisfy(
            part => part.GetProperty("properties").EnumerateObject().Select(member => member.Name).Should().Equal("min", "max"));
        Schema.GetProperty("properties").EnumerateObject().Select(member => member.Name).Should().Equal(
            "$schema", "settings", "benchmarks");
    }

    private static string Right(JsonElement setting)
    {
        var type = setting.GetProperty("type").GetString();
        if (type == "boolean")
            return "true or false";
        var what = type == "integer" ? "a whole number"
            : setting.GetProperty("description").GetString()!.Contains("seconds") ? "a number of seconds"
            : setting.GetProperty("description").GetString()!.Contains("minutes") ? "a number of minutes"
            : "a number";
        return $"{what} from {setting.GetProperty("minimum").GetRawText()} to {setting.GetProperty("maximum").GetRawText()}";
    }

    private static string Default(JsonElement setting) => setting.GetProperty("default").GetRawText();
}
