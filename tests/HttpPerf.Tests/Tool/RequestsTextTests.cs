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

    [Fact]
    public void A_new_file_has_a_request_for_each_endpoint() =>
        RequestsText.AddEndpoints(
            "",
            "Shop_HostAddress",
            Url,
            ["DELETE /cart", "GET /todos", "GET /todos/{id:int}", "* /ping", "GET /old", "PUT /shops/{shop}/todos/{id}"],
            new Dictionary<string, string> { ["GET /old"] = "answered 410" }).Should().Be("""
            @Shop_HostAddress = http://localhost:5123

            ###
            # @skip until you know that it can be repeated
            DELETE {{Shop_HostAddress}}/cart

            ###
            GET {{Shop_HostAddress}}/todos

            ###
            # @skip until {id:int} is filled in
            GET {{Shop_HostAddress}}/todos/{id:int}

            ###
            GET {{Shop_HostAddress}}/ping

            ###
            # @skip answered 410
            GET {{Shop_HostAddress}}/old

            ###
            # @skip until {shop} and {id} and the body are filled in
            PUT {{Shop_HostAddress}}/shops/{shop}/todos/{id}
            Content-Type: application/json

            {}

            """);

    [Theory]
    [InlineData("@Api = http://0.0.0.0:80\n\nGET {{Api}}/old\n\n###\n", "", "Api")]
    [InlineData("GET /old", "@Shop_HostAddress = http://localhost:5123\n\n", "Shop_HostAddress")]
    public void A_file_that_is_there_keeps_its_requests_and_its_address(string text, string before, string address) =>
        RequestsText.AddEndpoints(text, "Shop_HostAddress", Url, ["GET /todos"], new Dictionary<string, string>()).Should().Be(
            $"{before}{text.TrimEnd('#', '\n')}\n\n###\nGET {{{{{address}}}}}/todos\n");

    private static SurveyedRequest Refused(int line, string objection) => new("/Shop.http", line, "a request", objection);
}
