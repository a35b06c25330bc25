using System.Text.Json.Nodes;
using FluentAssertions;
using HttpPerf.Requests;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class OpenApiBodiesTests
{
    [Theory]
    [InlineData("""{ "type": "string" }""", "\"text\"")]
    [InlineData("""{ "type": "string", "format": "uuid" }""", "\"{{$guid}}\"")]
    [InlineData("""{ "type": ["null", "integer"], "minimum": 18 }""", "18")]
    [InlineData("""{ "type": "number", "default": 2.5 }""", "2.5")]
    [InlineData("""{ "enum": ["Big", "Small"] }""", "\"Big\"")]
    [InlineData("""{ "type": "array", "items": { "type": "boolean" } }""", "[true]")]
    [InlineData("""{ "oneOf": [{ "type": "null" }, { "type": "boolean" }] }""", "null")]
    [InlineData("""{ "$ref": "#/components/schemas/Order" }""", """{ "lines": [{ "item": "Lamp", "order": null }], "note": "text" }""")]
    [InlineData(
        """{ "allOf": [{ "properties": { "a": { "type": "boolean" } } }, { "properties": { "b": { "example": 3 } } }] }""",
        """{ "a": true, "b": 3 }""")]
    public void A_member_has_an_example_or_a_value_of_its_type(string schema, string value)
    {
        var bodies = OpenApiBodies.Read($$"""
            {
              "paths": { "/orders": { "post": { "requestBody": { "content": { "application/json": {
                "schema": { "properties": { "it": {{schema}} } }
              } } } } } },
              "components": { "schemas": {
                "Order": { "type": "object", "properties": {
                  "id": { "type": "integer", "readOnly": true },
                  "lines": { "type": "array", "items": { "$ref": "#/components/schemas/Line" } },
                  "note": { "type": "string" }
                } },
                "Line": { "type": "object", "properties": {
                  "item": { "type": "string", "example": "Lamp" },
                  "order": { "$ref": "#/components/schemas/Order" }
                } }
              } }
            }
            """);

        JsonNode.DeepEquals(JsonNode.Parse(bodies["POST /orders"])!["it"], JsonNode.Parse(value)).Should().BeTrue(bodies["POST /orders"]);
    }

    [Fact]
    public void An_example_of_the_body_comes_first() => OpenApiBodies.Read("""
        {
          "paths": { "/orders": { "put": { "requestBody": { "content": { "application/json": {
            "schema": { "type": "object" }, "examples": { "first": { "value": { "item": "Lämp" } } }
          } } } } } }
        }
        """)["PUT /orders"].ReplaceLineEndings("\n").Should().Be("{\n  \"item\": \"Lämp\"\n}");

    [Fact]
    public void An_endpoint_without_a_body_in_JSON_has_none() => OpenApiBodies.Read("""
        { "paths": { "/files": { "parameters": [], "post": { "requestBody": { "content": { "text/plain": {} } } } }, "/old": null } }
        """).Should().BeEmpty();
}
