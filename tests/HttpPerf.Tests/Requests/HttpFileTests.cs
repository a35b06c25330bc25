using FluentAssertions;
using HttpPerf.Requests;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class HttpFileTests
{
    [Fact]
    public void The_file_that_dotnet_new_webapi_creates_has_one_request()
    {
        var request = Read(
            """
            @WebApplication1_HostAddress = http://localhost:5123

            GET {{WebApplication1_HostAddress}}/weatherforecast/
            Accept: application/json

            ###
            """).Should().ContainSingle().Which;

        request.Method.Should().Be("GET");
        request.Url.Text.Should().Be("{{WebApplication1_HostAddress}}/weatherforecast/");
        request.Headers.Should().ContainSingle().Which.Should().Match<KeyValuePair<string, Template>>(
            h => h.Key == "Accept" && h.Value.Text == "application/json");
        request.Body.Should().BeEmpty();
        request.Label.Should().Be("GET /weatherforecast/");
        request.Place.ToString().Should().Be("Todo.http:3");
    }

    [Theory]
    [InlineData("GET http://localhost:5000/todos", "GET /todos")]
    [InlineData("http://localhost:5000/todos", "GET /todos")]
    [InlineData("get /todos?done=true HTTP/1.1", "GET /todos?done=true")]
    [InlineData("GET https://{{host}}:{{port}}/todos", "GET /todos")]
    [InlineData("GET {{host}}:{{port}}/todos", "GET /todos")]
    [InlineData("GET {{HostAddress}}{{Path}}", "GET {Path}")]
    [InlineData("DELETE {{host}}/todos/{{id}}", "DELETE /todos/{id}")]
    [InlineData("GET http://localhost:5000", "GET /")]
    [InlineData("GET {{host}}", "GET /")]
    [InlineData("GET {{host}}/todos\n    ?done=true\n    &page=2", "GET /todos?done=true&page=2")]
    [InlineData("# @name list\nGET /todos", "list")]
    [InlineData("// @name list\nGET /todos", "list")]
    [InlineData("### List what is done\nGET /todos", "List what is done")]
    [InlineData("### List what is done\n# @name list\nGET /todos", "List what is done")]
    [InlineData("# a comment\n\n// another\nGET /todos", "GET /todos")]
    public void A_request_is_called_by_its_name_its_title_or_its_url(string text, string label) =>
        Read(text).Should().ContainSingle().Which.Label.Should().Be(label);

    [Fact]
    public void Requests_that_are_alike_are_numbered() =>
        Read("GET /a\n###\nGET /a\n###\nGET /b\n###\nGET /a").Select(r => r.Label)
            .Should().Equal("GET /a", "GET /a (2)", "GET /b", "GET /a (3)");

    [Theory]
    [InlineData("HTTP/1.1", "1.1")]
    [InlineData("HTTP/2", "2.0")]
    [InlineData("HTTP/3", "3.0")]
    [InlineData("", null)]
    public void The_version_is_read(string text, string? version) =>
        Read($"GET /todos {text}").Single().Version?.ToString().Should().Be(version);

    [Fact]
    public void A_body_follows_an_empty_line_and_goes_up_to_the_separator()
    {
        var requests = Read("POST /todos\nContent-Type: application/json\n\n{\n  \"title\": \"#1\"\n\n}\n\n\n### next\nGET /todos");

        requests.Should().HaveCount(2);
        requests[0].Body.Should().ContainSingle().Which.Text!.Text.Should().Be("{\n  \"title\": \"#1\"\n\n}");
    }

    [Theory]
    [InlineData("{}\n\n# a comment")]
    [InlineData("{}\n\n// one\n# another\n\n")]
    [InlineData("{}\n\n<> 2026-11-28T101500.200.json\n")]
    public void A_comment_behind_a_body_is_not_part_of_it(string body) =>
        Read($"POST /todos\n\n{body}").Single().Body.Single().Text!.Text.Should().Be("{}");

    [Theory]
    [InlineData("application/json", "// what to create\n{\n  // its name\n  \"a\": 1\n}", "{\n  \"a\": 1\n}")]
    [InlineData("text/markdown", "# a comment\nText\n# Title\nText", "Text\n# Title\nText")]
    public void Comments_before_a_body_and_within_JSON_are_not_sent(string type, string body, string sent) =>
        Read($"POST /todos\nContent-Type: {type}\n\n{body}").Single().Body.Single().Text!.Text.Should().Be(sent);

    [Theory]
    [InlineData("\n# a comment\n")]
    [InlineData("\n\n")]
    [InlineData("")]
    public void A_comment_alone_is_no_body(string end) => Read($"GET /todos\n{end}").Single().Body.Should().BeEmpty();

    [Fact]
    public void A_form_may_stand_in_several_lines() =>
        Read("POST /login\nContent-Type: application/x-www-form-urlencoded\n\nuser=a\n&password=b").Single()
            .Body.Single().Text!.Text.Should().Be("user=a&password=b");

    [Fact]
    public void Lines_of_a_multipart_body_end_as_its_standard_says() =>
        Read("POST /files\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name=\"a\"\n\n1\n--x--")
            .Single().Body.Single().Text!.Text.Should().Be("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--");

    [Fact]
    public void A_body_may_be_a_file_with_or_without_variables()
    {
        using var folder = new Folder();
        folder.Write("order.json", "{ \"id\": {{id}} }");

        var requests = HttpFile.Parse(
            Path.Combine(folder.Path, "Todo.http"), "@id = 3\nPOST /a\n\n< ./order.json\n###\nPOST /b\n\n<@ order.json").Requests;

        requests[0].Body.Should().ContainSingle().Which.Should().Be(
            new BodyPart(null, Path.Combine(folder.Path, "order.json"), System.Text.Encoding.UTF8));
        requests[1].Body.Should().ContainSingle().Which.Text!.References.Should().Equal("id");
    }

    [Fact]
    public void A_variable_holds_from_its_line_on()
    {
        var requests = Read("@a = 1\nGET /{{a}}\n\n###\n@a=2\n@b = {{a}}0\nGET /{{b}}");

        requests[0].Variables["a"].Text.Should().Be("1");
        requests[0].Variables.Should().NotContainKey("b");
        requests[1].Variables["a"].Text.Should().Be("2");
        requests[1].Variables["b"].Text.Should().Be("{{a}}0");
    }

    [Fact]
    public void Comments_say_which_answer_and_which_categories()
    {
        var request = Read("# @category Todos\n# @category Slow\n# @expect 404\n# @no-redirect\n# @no-log\n# @skip\nGET /todos/0").Single();

        request.Directives.Should().BeEquivalentTo(new Directives(404, ["Todos", "Slow"], [], FollowsRedirects: false, IsMeasured: false));
    }

    [Fact]
    public void What_a_request_needs_is_sent_before_it_in_order()
    {
        var file = Parse(
            """
            # @name login
            POST /login

            ###
            # @name first
            GET /todos
            Authorization: Bearer {{token}}

            ###
            @token = {{login.response.body.$.token}}
            # @name second
            # @ref first
            GET /todos/{{first.response.body.$[0].id}}
            Authorization: Bearer {{token}}
            """);

        file.Before(file.Requests[0]).Should().BeEmpty();
        file.Before(file.Requests[2]).Select(r => r.Name).Should().BeEquivalentTo(["login", "first"]);
    }

    [Theory]
    [InlineData("GETT /todos", 1, "\"GETT\" is neither a variable, a comment nor a method of HTTP. The methods are GET, HEAD, *")]
    [InlineData("curl http://localhost/todos", 1, "\"curl\" is neither a variable, *")]
    [InlineData("GET https://api.github.com/users", 1, "The request goes to api.github.com, and only the API under test is measured. *")]
    [InlineData("GET todos", 1, "todos is no URL. It begins with http://, https://, / or a variable for the address of the API.")]
    [InlineData("GET /todos HTTP/4", 1, "HTTP/4 is no version of HTTP. *")]
    [InlineData("GET /todos\nAccept application/json", 2, "\"Accept application/json\" is no header. Write Name: value. *")]
    [InlineData("GET /todos\n\nGET /users", 3, "Another request begins here. Write ### between two requests.")]
    [InlineData("GET /todos/{{id", 1, "\"{{id\" is not closed. Write }} after the name of the variable.")]
    [InlineData("GET /todos/{{ }}", 1, "{{}} names no variable.")]
    [InlineData("@id\nGET /todos", 1, "\"@id\" defines no variable. Write @name = value")]
    [InlineData("# @nam list\nGET /todos", 1, "@nam is not known. Known are name, category, *")]
    [InlineData("# @name\nGET /todos", 1, "@name says nothing. Write e.g. # @name list-todos")]
    [InlineData("# @name a.b\nGET /todos", 1, "The name a.b has a dot, *")]
    [InlineData("# @expect ok\nGET /todos", 1, "\"ok\" is no status. *")]
    [InlineData("# @name list\n###\nGET /todos", 1, "No request follows this line before the end of its section. *")]
    [InlineData("# @name a\nGET /a\n###\n# @name a\nGET /b", 5, "The request in line 2 is called a already. *")]
    [InlineData("# @ref login\nGET /a", 2, "# @ref login names no request. Write # @name login above the request that is meant.")]
    [InlineData("GET /a/{{login.response.body.$.id}}", 1, "{{login.response.body.$.id}} refers to login, but no request has that name. *")]
    [InlineData("GET /a/{{$randomInteger}}", 1, "{{$randomInteger}} is not known. Known are $guid, *")]
    [InlineData("GET /a/{{$randomInt 5}}", 1, "{{$randomInt 5}} is not right. Write {{$randomInt}} or {{$randomInt 1 100}}")]
    [InlineData("GET /a?at={{$datetime iso8601 1 year}}", 1, "{{$datetime iso8601 1 year}} is not right. *")]
    [InlineData("GET /a\nX: {{$processEnv}}", 2, "{{$processEnv}} names no variable. *")]
    [InlineData("@at = {{$datetim}}\nGET /a?at={{at}}", 1, "{{$datetim}} is not known. *")]
    [InlineData("< {% x() %}\nGET /a", 1, "\"< {% x() %}\" is a script. *")]
    [InlineData("GET /a\n\n> {% client.test(", 3, "The script that begins here has no end, %}")]
    [InlineData("POST /a\n\n< nothing.json", 3, "nothing.json does not exist in *")]
    public void Unknown_syntax_is_an_error_with_file_and_line(string text, int line, string problem) =>
        Reading(text).Should().Throw<BenchmarkDeclarationException>().WithMessage($"Todo.http:{line}: {problem}");

    [Fact]
    public void Requests_that_need_each_other_are_refused()
    {
        Reading("# @name a\nGET /{{b.response.body.$.x}}\n###\n# @name b\nGET /{{a.response.body.$.x}}")
            .Should().Throw<BenchmarkDeclarationException>().WithMessage("Todo.http:*need the answer of each other.");
    }

    [Fact]
    public void What_an_editor_does_with_an_answer_is_no_part_of_a_request()
    {
        var requests = Read(
            """
            GET /a
            > {% client.global.set("token", response.body.token) %}

            ###
            POST /b

            { "id": 1 }

            > {%
                client.test("found", function () {
                    client.assert(response.status === 200);
                });
            %}
            >> answer.json

            ###
            GET /c
            > ./check.js
            """);

        requests.Select(request => request.Url.Text).Should().Equal("/a", "/b", "/c");
        requests.Select(request => request.Headers.Count + request.Body.Count).Should().Equal(0, 1, 0);
        requests[1].Body.Single().Text!.Text.Should().Be("{ \"id\": 1 }");
    }

    [Fact]
    public void A_request_that_is_no_test_may_have_what_only_the_editor_knows()
    {
        const string Text = "# @skip\n# @name login\nPOST https://login.com/{{$auth.token}}\n\n###\nGET /a";

        Read(Text).Should().HaveCount(2);
        Reading(Text + "\nX: {{login.response.body.$.id}}").Should().Throw<BenchmarkDeclarationException>();
    }

    [Fact]
    public void A_file_without_requests_is_refused() =>
        Reading("# nothing yet\n###\n").Should().Throw<BenchmarkDeclarationException>().WithMessage("Todo.http has no request. *");

    private static Func<HttpFile> Reading(string text) => () => Parse(text);

    private static IReadOnlyList<HttpFileRequest> Read(string text) => Parse(text).Requests;

    private static HttpFile Parse(string text) => HttpFile.Parse(Path.Combine(Path.GetTempPath(), "Todo.http"), text);
}
