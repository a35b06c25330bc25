using System.Net;
using FluentAssertions;
using HttpPerf.Requests;
using HttpPerf.Results.Quoting;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class RequestSenderTests : IDisposable
{
    private readonly Folder _folder = new();
    private readonly Answers _answers = new();

    [Theory]
    [InlineData("GET http://localhost:5123/todos?done=true", "http://api:80/todos?done=true")]
    [InlineData("GET https://localhost:7123/todos", "https://api:81/todos")]
    [InlineData("GET {{Api_HostAddress}}/todos", "http://api:80/todos")]
    [InlineData("@h = https://localhost:7123/v1\nGET {{h}}/todos", "https://api:81/v1/todos")]
    [InlineData("@h = localhost\n@p = 5000\nGET {{h}}:{{p}}/todos", "http://api:80/todos")]
    [InlineData("GET /todos", "http://api:80/todos")]
    [InlineData("@id = 3\nGET /todos/{{id}}", "http://api:80/todos/3")]
    [InlineData("@a = {{b}}\n@b = 3\nGET /todos/{{b}}", "http://api:80/todos/3")]
    public void Requests_go_to_the_API_under_test(string text, string url) =>
        Create(text)().RequestUri!.AbsoluteUri.Should().Be(new Uri(url).AbsoluteUri);

    [Fact]
    public async Task Headers_and_body_are_sent_as_they_stand()
    {
        _folder.Write("order.json", "{\"id\": {{id}}}");

        using var message = Create("@id = 3\nPOST /orders HTTP/2\nContent-Type: application/json\nX-Id: {{id}}\n\n<@ order.json")();

        message.Version.Should().Be(HttpVersion.Version20);
        message.Headers.GetValues("X-Id").Should().Equal("3");
        message.Content!.Headers.ContentType!.MediaType.Should().Be("application/json");
        (await message.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).Should().Be("{\"id\": 3}");
    }

    [Fact]
    public void A_random_value_is_another_one_in_each_call_and_the_same_within_one()
    {
        var create = Create("@id = {{$guid}}\nGET /todos/{{id}}\nX-Id: {{id}}");

        var (one, other) = (create(), create());

        one.RequestUri.Should().NotBe(other.RequestUri);
        one.RequestUri!.AbsolutePath.Should().EndWith(one.Headers.GetValues("X-Id").Single());
    }

    [Theory]
    [InlineData("{{$guid}}", "^[0-9a-f-]{36}$")]
    [InlineData("{{$randomInt 5 6}}", "^5$")]
    [InlineData("{{$timestamp}}", "^1[0-9]{9}$|^[2-9][0-9]{9}$")]
    [InlineData("{{$datetime \"yyyy\" 1 y}}", "^20[0-9]{2}$")]
    [InlineData("{{$datetime iso8601}}", "^20.*[+]00:00$")]
    [InlineData("{{$localDatetime rfc1123}}", "GMT$")]
    [InlineData("{{$dotEnv NAME}}", "^of dotenv$")]
    [InlineData("{{$processEnv PATH}}", ".")]
    [InlineData("{{here}}", "^of the file$")]
    [InlineData("{{shared}}", "^for all$")]
    [InlineData("{{mine}}", "^of the developer$")]
    public void Values_are_made_or_read_from_outside(string reference, string pattern)
    {
        _folder.Write(".env", "# comment\nOTHER=1\nNAME=\"of dotenv\"");
        _folder.Write(
            "http-client.env.json",
            """{ "$shared": { "shared": "for all", "mine": "x" }, "dev": { "here": "no", "mine": "y" } }""");
        _folder.Write("http-client.env.json.user", """{ "dev": { "mine": "of the developer" } }""");

        using var message = Create($"@here = of the file\nGET /a\nX-Value: {reference}")();

        message.Headers.GetValues("X-Value").Single().Should().MatchRegex(pattern);
    }

    [Fact]
    public void What_is_read_from_outside_is_hidden_where_an_answer_quotes_it()
    {
        _folder.Write(".env", "KEY=of-dotenv-1\nNAME=of-dotenv-2");
        _folder.Write("http-client.env.json", """{ "dev": { "id": "of-everybody-3" } }""");
        _folder.Write("http-client.env.json.user", """{ "dev": { "pin": "of-the-developer-4" } }""");

        Create("@key = {{$dotenv KEY}}\nGET /{{id}}\nX-Key: {{key}}\nX-Id: {{$guid}}");

        Secrets.Hide("of-dotenv-1 of-everybody-3 of-the-developer-4").Should().Be("*** of-everybody-3 ***");
    }

    [Theory]
    [InlineData("GET /{{id}}", "Todo.http:1: {{id}} has no value. http-client.env.json has the environments dev, test: choose one *")]
    [InlineData("GET /a\nX: {{$processEnv HTTPPERF_NO_SUCH}}", "Todo.http:2: There is no environment variable HTTPPERF_NO_SUCH.")]
    [InlineData("GET /a\nX: {{$dotenv NAME}}", "Todo.http:2: There is no .env file in *")]
    [InlineData("@id = {{id}}\nGET /{{id}}", "Todo.http:1: @id refers to itself.")]
    public void A_missing_value_is_an_error_with_file_and_line(string text, string error)
    {
        _folder.Write("http-client.env.json", """{ "dev": { "id": "1" }, "test": { "id": "2" } }""");

        FluentActions.Invoking(() => Create(text)()).Should().Throw<BenchmarkDeclarationException>().WithMessage(error);
    }

    [Fact]
    public async Task The_answer_of_a_named_request_is_used_by_others()
    {
        _answers["/login"] = new(HttpStatusCode.OK)
        {
            Content = new StringContent("""{ "tokens": [ { "value": "secret" } ] }"""),
            Headers = { { "X-Session", "7" } },
        };
        var (sender, file) = Open(
            """
            # @name login
            POST {{host}}/login

            { "user": "u" }
            ###
            GET {{host}}/todos
            Authorization: Bearer {{login.response.body.$.tokens[0].value}}
            X-Session: {{login.response.headers.X-Session}}
            X-User: {{login.request.body.$.user}}
            """);

        await sender.SendBefore(file.Requests[1]);
        using var message = sender.Create(file.Requests[1])();

        _answers.Asked.Should().Equal("POST http://api/login");
        message.Headers.Authorization!.ToString().Should().Be("Bearer secret");
        message.Headers.GetValues("X-Session").Should().Equal("7");
        message.Headers.GetValues("X-User").Should().Equal("u");
    }

    [Fact]
    public async Task A_named_request_that_fails_is_an_error_of_its_line()
    {
        _answers["/login"] = new(HttpStatusCode.Unauthorized);
        var (sender, file) = Open("# @name login\nPOST /login\n###\n# @ref login\nGET /todos");

        await FluentActions.Awaiting(() => sender.SendBefore(file.Requests[1])).Should().ThrowAsync<BenchmarkDeclarationException>()
            .WithMessage("Todo.http:2: login was answered 401. If that is right, write # @expect 401 above it; to leave it out, # @skip.");
    }

    [Theory]
    [InlineData("GET /a", 200, true)]
    [InlineData("GET /a", 204, true)]
    [InlineData("GET /a", 302, false)]
    [InlineData("GET /a", 404, false)]
    [InlineData("# @no-redirect\nGET /a", 302, true)]
    [InlineData("# @expect 404\nGET /a", 404, true)]
    [InlineData("# @expect 404\nGET /a", 200, false)]
    public void A_request_succeeds_or_has_the_status_that_it_expects(string text, int status, bool isExpected)
    {
        var check = FluentActions.Invoking(() => RequestSender.Check(Open(text).File.Requests[0], (HttpStatusCode)status));

        if (isExpected)
            check.Should().NotThrow();
        else
            check.Should().Throw<BenchmarkDeclarationException>();
    }

    [Theory]
    [InlineData("GET /a", 404, false, "*answered 404. If that is right, write # @expect 404 above it; to leave it out, # @skip.")]
    [InlineData("# @expect 404\nGET /a", 400, false, "*400, and # @expect says 404. If 400 is right, write it there.")]
    [InlineData("DELETE /a/1", 404, true, "DELETE /a/1 was answered 404, after it had succeeded. A performance test sends *")]
    [InlineData(
        "@token = paste it\nGET /a\nAuthorization: Bearer {{token}}", 401, false, "*@token = {{login.response.body.$.accessToken}}, *")]
    public void A_wrong_answer_comes_with_advice(string text, int status, bool isRepeated, string message) =>
        FluentActions.Invoking(() => RequestSender.Check(Open(text).File.Requests[0], (HttpStatusCode)status, isRepeated))
            .Should().Throw<BenchmarkDeclarationException>().WithMessage($"Todo.http:*: {message}");

    [Theory]
    [InlineData("$", """{"a":[1,{"b c":null}]}""")]
    [InlineData("$.a[0]", "1")]
    [InlineData("$.a[1]['b c']", "null")]
    [InlineData("$['a'][0]", "1")]
    [InlineData("$.b", null)]
    [InlineData("$.a[2]", null)]
    [InlineData("$.a.b", null)]
    public void A_path_leads_to_a_value(string path, string? value) =>
        JsonLocation.Find("""{"a":[1,{"b c":null}]}""", path).Should().Be(value);

    [Theory]
    [InlineData("$.a[*]")]
    [InlineData("$..a")]
    [InlineData("a")]
    public void A_path_to_several_values_is_not_known(string path) => JsonLocation.IsKnown(path).Should().BeFalse();

    public void Dispose()
    {
        _folder.Dispose();
        _answers.Dispose();
    }

    private Func<HttpRequestMessage> Create(string text)
    {
        var (sender, file) = Open(text);
        return sender.Create(file.Requests[^1]);
    }

    private (RequestSender Sender, HttpFile File) Open(string text)
    {
        var file = HttpFile.Parse(Path.Combine(_folder.Path, "Todo.http"), text);
        var environment = HttpFileEnvironment.Read(_folder.Path, null);
        return (new(file, environment, null, new("http://api:80/"), new("https://api:81/"), new(_answers)), file);
    }

    private sealed class Answers : HttpMessageHandler
    {
        private readonly Dictionary<string, HttpResponseMessage> _byPath = [];

        public List<string> Asked { get; } = [];

        public HttpResponseMessage this[string path]
        {
            set => _byPath[path] = value;
        }

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Asked.Add($"{request.Method} {request.RequestUri}");
            return Task.FromResult(_byPath[request.RequestUri!.AbsolutePath]);
        }
    }
}
