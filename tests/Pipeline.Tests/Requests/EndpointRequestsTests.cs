extern alias Depot;

using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Requests;
using Xunit;
using DepotProgram = Depot::Program;

namespace HttpPerf.Tests.Requests;

public sealed class EndpointRequestsTests
{
    [Fact]
    public async Task An_item_is_requested_by_the_answer_to_its_list()
    {
        await using var host = await ChildProcessHost.StartAsync<DepotProgram>(cancellationToken: TestContext.Current.CancellationToken);
        await host.WatchEndpointsAsync();
        var endpoints = (await host.FindEndpointsAsync())!.All;

        var surveyed = await RequestSurvey.SendEndpoints(endpoints, host);

        surveyed.Select(request => (request.Endpoint, request.Text, request.Blocker)).Should().BeEquivalentTo(new[]
        {
            ("GET /empty", "\nGET /empty", null),
            ("GET /empty/{id}", "\nGET /empty/{id}", "until {id} is filled in"),
            ("GET /name", "\nGET /name", null),
            ("GET /orders", " GET /orders\n# @name all_orders\nGET /orders", null),
            (
                "GET /orders/{orderId:int}/lines",
                " GET /orders/{orderId:int}/lines\nGET /orders/{{all_orders.response.body.$.orders[0].orderId}}/lines",
                null),
            ("POST /orders", "\nPOST /orders\nContent-Type: application/json\n\n{}", (string?)"until the body is filled in"),
        });
    }

    [Theory]
    [InlineData("""[{ "name": "a", "id": 3 }]""", "todoId", "$[0].id")]
    [InlineData("""[{ "id": 3, "TodoId": "x" }]""", "todoId", "$[0].TodoId")]
    [InlineData("""{ "total": 1, "tags": [], "items": [{ "id": 3 }] }""", "id", "$.items[0].id")]
    [InlineData("""[{ "id": null }]""", "id", null)]
    [InlineData("[1, 2]", "id", null)]
    [InlineData("[]", "id", null)]
    [InlineData("3", "id", null)]
    [InlineData("<html>", "id", null)]
    public void An_item_has_a_member_of_the_parameter_s_name_or_an_id(string json, string parameter, string? location) =>
        ItemLists.Locate(json, parameter).Should().Be(location);
}
