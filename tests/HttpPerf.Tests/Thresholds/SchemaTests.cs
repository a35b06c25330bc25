using System.Text.Json;
using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class SchemaTests
{
    private static readonly JsonElement Schema =
        JsonDocument.Parse(File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Thresholds", "thresholds.schema.json"))).RootElement;

    private static readonly JsonElement Metrics = Schema.GetProperty("definitions").GetProperty("limits").GetProperty("properties");

    [Fact]
    public void The_schema_names_every_metric_in_the_usual_order() =>
        Metrics.EnumerateObject().Select(metric => metric.Name).Should().Equal(Metric.All.Select(metric => metric.Name));

    [Fact]
    public void The_schema_describes_every_metric_and_tells_which_can_be_zero()
    {
        foreach (var metric in Metric.All)
        {
            var described = Metrics.GetProperty(metric.Name);
            described.GetProperty("description").GetString().Should().NotBeNullOrWhiteSpace();
            described.GetProperty("allOf")[0].GetProperty("$ref").GetString().Should().Be($"#/definitions/{(metric.CanBeZero() ? "count" : "amount")}");
        }
    }

    [Fact]
    public void The_schema_allows_no_other_member_than_the_reader()
    {
        var definitions = Schema.GetProperty("definitions");
        JsonElement[] closed = [Schema, definitions.GetProperty("limits"), definitions.GetProperty("count").GetProperty("anyOf")[1], definitions.GetProperty("amount").GetProperty("anyOf")[1]];

        closed.Should().AllSatisfy(part => part.GetProperty("additionalProperties").GetBoolean().Should().BeFalse());
        closed.Skip(2).Should().AllSatisfy(part => part.GetProperty("properties").EnumerateObject().Select(member => member.Name).Should().Equal("min", "max"));
        Schema.GetProperty("properties").EnumerateObject().Select(member => member.Name).Should().Equal("$schema", "benchmarks");
    }
}
