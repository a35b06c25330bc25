using FluentAssertions;
using HttpPerf.Requests;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class OpenApiExamplesTests
{
    [Theory]
    [InlineData("""{ "name": "id", "in": "path", "example": "a b" }""", "GET /orders/a%20b")]
    [InlineData("""{ "name": "id", "in": "path", "examples": { "first": { "value": 7 } } }""", "GET /orders/7")]
    [InlineData("""{ "name": "id", "in": "path", "examples": { "first": { "$ref": "#/components/examples/one" } } }""", "GET /orders/1")]
    [InlineData("""{ "name": "id", "in": "path", "schema": { "default": 3 } }""", "GET /orders/3")]
    [InlineData("""{ "name": "id", "in": "path", "schema": { "examples": [null, true] } }""", "GET /orders/true")]
    [InlineData("""{ "name": "id", "in": "path", "schema": { "$ref": "#/components/schemas/Kind" } }""", "GET /orders/Big")]
    [InlineData("""{ "$ref": "#/components/parameters/id" }""", "GET /orders/9")]
    [InlineData("""{ "name": "id", "in": "path", "schema": { "type": "integer" } }""", null)]
    [InlineData("""{ "name": "id", "in": "path", "example": [1, 2] }""", null)]
    [InlineData("""{ "$ref": "#/components/parameters/other" }""", "GET /orders/{id}")]
    public void Each_required_parameter_has_an_example(string parameter, string? request) => Read($$"""
        {
          "paths": { "/orders/{id}": { "get": { "parameters": [{{parameter}}] } } },
          "components": {
            "parameters": { "id": { "name": "id", "in": "path", "example": 9 } },
            "examples": { "one": { "value": 1 } },
            "schemas": { "Kind": { "enum": ["Big", "Small"] } }
          }
        }
        """).GetValueOrDefault("GET /orders/{id}").Should().Be(request);

    [Fact]
    public void Parameters_are_sent_where_they_belong_and_only_required_ones()
    {
        const string Document = """
            {
              "paths": {
                "/orders": {
                  "parameters": [{ "name": "page", "in": "query", "required": true, "example": 1 }],
                  "get": {
                    "parameters": [
                      { "name": "page", "in": "query", "required": true, "example": 2 },
                      { "name": "from day", "in": "query", "required": true, "example": "1/2" },
                      { "name": "sort", "in": "query", "example": "id" },
                      { "name": "X-Tenant", "in": "header", "required": true, "example": "a" }
                    ]
                  },
                  "post": {}
                },
                "/basket": { "get": { "parameters": [{ "name": "id", "in": "cookie", "required": true, "example": 1 }] } }
              }
            }
            """;

        Read(Document).Should().Equal(new Dictionary<string, string>
        {
            ["GET /orders"] = "GET /orders?page=2&from%20day=1%2F2\nX-Tenant: a",
        });
    }

    [Theory]
    [InlineData("GET /todos/{id:int}", "GET /todos/{id}")]
    [InlineData("GET /files/{**path}", "GET /files/{path}")]
    [InlineData("GET /{lang=en}/{page?}", "GET /{lang}/{page}")]
    [InlineData("GET /todos", "GET /todos")]
    public void A_route_is_written_as_in_a_document(string endpoint, string key) => OpenApiExamples.KeyOf(endpoint).Should().Be(key);

    private static IReadOnlyDictionary<string, string> Read(string document) => OpenApiExamples.Read(document);
}
