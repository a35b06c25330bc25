using FluentAssertions;
using HttpPerf.Results.Surveys;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class RequestsTextTests
{
    private static readonly Uri Url = new("http://localhost:5123");

    [Theory]
    [InlineData("\n")]
    [InlineData("\r\n")]
    public void A_request_that_can_not_be_measured_is_marked_with_the_reason(string newLine)
    {
        var text = string.Join(newLine, "# @name one", "GET /a", "", "###", "DELETE /b/1", "");

        RequestsText.Skip(text, [Refused(2, "answered 404"), Refused(5, "answered 404 the second time\nmore")]).Should().Be(
            string.Join(
                newLine, "# @name one", "# @skip answered 404", "GET /a", "", "###", "# @skip answered 404 the second time", "DELETE /b/1",
                ""));
    }

    /// <summary><c>dotnet new webapi</c> writes the one, many editors the other.</summary>
    [Fact]
    public void A_file_may_have_both_line_endings() =>
        RequestsText.Skip("GET /a\r\n\r\n###\r\nGET /b\n\n###\nGET /c", [Refused(4, "answered 404"), Refused(7, "answered 404")])
            .Should().Be("GET /a\r\n\r\n###\r\n# @skip answered 404\r\nGET /b\n\n###\n# @skip answered 404\r\nGET /c");

    [Fact]
    public void A_new_file_has_a_request_for_each_endpoint() =>
        RequestsText.AddEndpoints(
            "",
            "Shop_HostAddress",
            Url,
            [
                Endpoint("DELETE /cart", "until you know that it can be repeated"),
                new("GET /todos", " GET /todos\n# @name all_todos\nGET /todos", null, true, false),
                Endpoint("GET /old", "answered 410"),
                new("PUT /todos/{id}", "\nPUT /todos/{id}\nContent-Type: application/json\n\n{}", "until {id} is filled in", false, false),
            ]).Should().Be("""
            @Shop_HostAddress = http://localhost:5123

            ###
            # @skip until you know that it can be repeated
            DELETE {{Shop_HostAddress}}/cart

            ### GET /todos
            # @name all_todos
            GET {{Shop_HostAddress}}/todos

            ###
            # @skip answered 410
            GET {{Shop_HostAddress}}/old

            ###
            # @skip until {id} is filled in
            PUT {{Shop_HostAddress}}/todos/{id}
            Content-Type: application/json

            {}

            """);

    [Theory]
    [InlineData("@Api = http://0.0.0.0:80\n\nGET {{Api}}/old\n\n###\n", "", "Api")]
    [InlineData("@Shop.Api_HostAddress = http://0.0.0.0:80\n\nGET /old\n", "", "Shop.Api_HostAddress")]
    [InlineData("GET /old", "@Shop_HostAddress = http://localhost:5123\n\n", "Shop_HostAddress")]
    public void A_file_that_is_there_keeps_its_requests_and_its_address(string text, string before, string address) =>
        RequestsText.AddEndpoints(text, "Shop_HostAddress", Url, [Endpoint("GET /todos")]).Should().Be(
            $"{before}{text.TrimEnd('#', '\n')}\n\n###\nGET {{{{{address}}}}}/todos\n");

    [Fact]
    public void A_request_that_the_file_has_is_not_added_again()
    {
        const string Present = "@Api = http://0.0.0.0:80\r\n\r\n###\r\n# @skip answered 401\r\nGET {{Api}}/orders\r\n";

        var text = RequestsText.AddEndpoints(Present, "Shop_HostAddress", Url, [Endpoint("GET /orders"), Endpoint("GET /orders/all")]);

        text.Should().Be(Present.TrimEnd() + "\n\n###\nGET {{Api}}/orders/all\n");
    }

    private static SurveyedEndpoint Endpoint(string endpoint, string? blocker = null) =>
        new(endpoint, $"\n{endpoint}", blocker, IsSent: true, IsServerError: false);

    private static SurveyedRequest Refused(int line, string blocker) => new("/Shop.http", line, "a request", blocker);
}
