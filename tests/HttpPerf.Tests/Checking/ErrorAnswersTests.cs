using System.Net;
using System.Net.Http.Headers;
using System.Text;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Hosting;
using HttpPerf.Running;
using HttpPerf.Tests.Hosting;
using HttpPerf.Tests.Measuring;
using Xunit;

namespace HttpPerf.Tests.Checking;

/// <summary>How a request that is answered by an error is reported, wherever it is sent.</summary>
public sealed class ErrorAnswersTests(ErrorAnswersTests.Fixture fixture) : IClassFixture<ErrorAnswersTests.Fixture>
{
    private const string ErrorPage = "was answered 500. The body:\n  Something went wrong.";

    private readonly HttpClient _client = fixture.Client;

    [Fact]
    public async Task An_exception_of_a_benchmark_is_followed_by_the_request_and_its_answer() =>
        (await CauseOf(() => _client.PostAsync("error-page", null).ContinueWith(r => r.Result.EnsureSuccessStatusCode(), Token))).Should()
            .StartWith("The benchmark threw System.Net.Http.HttpRequestException: ").And
            .EndWith($"\nIt sent POST {_client.BaseAddress}error-page and was answered 405.");

    [Fact]
    public async Task A_redirect_that_is_not_followed_is_named_wherever_it_is_an_error()
    {
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false }) { BaseAddress = _client.BaseAddress };
        async Task Follow() => (await client.GetAsync("body/moved")).EnsureSuccessStatusCode();
        var setUp = Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), setUp: () => Follow().GetAwaiter().GetResult());

        (await Fake.Measure(Fake.Quickest, 1, setUp)).Failures.Single().Cause.Should().StartWith("[GlobalSetup] threw ").And.EndWith(
            $"It sent GET {_client.BaseAddress}body/moved and was answered 302. The body:\n  elsewhere");
        (await CauseOf(Follow)).Should().Contain($"It sent GET {_client.BaseAddress}body/moved and was answered 302.");
    }

    [Fact]
    public async Task An_answer_that_is_ignored_is_quoted() =>
        (await CauseOf(async () => { using var response = await _client.GetAsync("error-page"); })).Should().Be(
            $"It sent GET {_client.BaseAddress}error-page and was answered 500, and a fast error is not an improvement. "
            + "Find out why; a benchmark that is about errors says so by [ExpectedErrors(500)].\nThe body:\n  Something went wrong.");

    [Fact]
    public async Task The_servers_errors_follow_where_a_request_has_failed()
    {
        var options = Fake.Quickest with { ServerErrors = () => Task.FromResult<string?>("fail: The page could not be made.") };
        var throwing = Fake.Of(Fake.Other, () => throw new InvalidOperationException("no request"));

        var failures = (await Fake.Measure(options, 1, Fake.Of(Fake.One, () => _client.GetStringAsync("error-page")), throwing)).Failures;

        failures.Should().HaveCount(2);
        failures.Single(f => f.Id == Fake.One).Cause.Should().EndWith($"{ErrorPage}\nfail: The page could not be made.");
        failures.Single(f => f.Id == Fake.Other).Cause.Should().NotContain("could not be made");
    }

    [Fact]
    public async Task The_servers_errors_are_not_said_again_where_its_end_is_quoted()
    {
        var options = Fake.Quickest with
        {
            EnvironmentFailure = () => Task.FromResult<string?>("The server has ended."),
            ServerErrors = () => Task.FromResult<string?>("fail: The page could not be made."),
        };
        var failing = Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), setUp: () => Get("error-page"));

        (await Fake.Measure(options, 1, failing)).Failures.Single().Cause.Should()
            .StartWith("The server has ended.\n[GlobalSetup] threw ").And.EndWith(ErrorPage);
    }

    [Theory]
    [InlineData("[GlobalSetup]")]
    [InlineData("[GlobalCleanup]")]
    [InlineData("[IterationSetup]")]
    [InlineData("[IterationCleanup]")]
    public async Task Setups_and_cleanups_are_observed(string part)
    {
        Action? Failing(string named) => part == named ? () => Get("error-page") : null;
        var benchmark = Fake.Of(
            Fake.One,
            new VoidOperation(Fake.Nothing),
            Failing("[GlobalSetup]"),
            Failing("[GlobalCleanup]"),
            Failing("[IterationSetup]"),
            Failing("[IterationCleanup]"));

        (await CauseOf(benchmark)).Should()
            .StartWith($"{part} threw System.Net.Http.HttpRequestException: Response status code does not indicate success: 500 ").And
            .EndWith($"\nIt sent GET {_client.BaseAddress}error-page and {ErrorPage}");
    }

    [Fact]
    public async Task A_call_that_fails_while_it_is_measured_is_made_again()
    {
        var calls = 0;
        var failing = Fake.Of(Fake.One, () => _client.GetStringAsync(Fake.IsProbed || ++calls < 5 ? "about" : "error-page"));

        (await CauseOf(failing)).Should()
            .StartWith("The benchmark threw System.Net.Http.HttpRequestException: ").And
            .EndWith($"\nCalled again, it sent GET {_client.BaseAddress}error-page and {ErrorPage}");
    }

    [Fact]
    public async Task A_call_that_works_again_is_reported_without_an_answer()
    {
        var calls = 0;
        var failing = Fake.Of(Fake.One, () => _client.GetStringAsync(!Fake.IsProbed && ++calls == 5 ? "error-page" : "about"));

        (await CauseOf(failing)).Should().NotContain("was answered");
    }

    [Fact]
    public async Task Only_an_answer_with_the_exceptions_status_is_quoted() =>
        (await CauseOf(async () =>
        {
            using var other = await _client.GetAsync("no-such-page");
            await _client.GetStringAsync("error-page");
        })).Should().EndWith($"\nIt sent GET {_client.BaseAddress}error-page and {ErrorPage}");

    [Fact]
    public async Task An_error_that_is_expected_is_not_quoted()
    {
        var benchmark = Fake.Of(Fake.One, async () =>
        {
            using var expected = await _client.GetAsync("error-page");
            throw new InvalidOperationException("something else");
        });

        (await CauseOf(benchmark with { ExpectedErrors = new ExpectedErrorsAttribute(500) })).Should()
            .Contain("something else").And.NotContain("was answered");
    }

    [Fact]
    public async Task The_caller_still_receives_the_body()
    {
        var bodies = new HashSet<string>();

        await CauseOf(async () =>
        {
            using var response = await _client.GetAsync("error-page", HttpCompletionOption.ResponseHeadersRead);
            bodies.Add(await response.Content.ReadAsStringAsync());
        });

        bodies.Should().Equal("Something went wrong.");
    }

    [Fact]
    public async Task The_caller_receives_a_body_whole_that_is_longer_than_what_is_read_first()
    {
        var bodies = new HashSet<string>();

        await CauseOf(async () =>
        {
            using var response = await _client.GetAsync("error-long");
            bodies.Add(await response.Content.ReadAsStringAsync());
            using var request = new HttpRequestMessage(HttpMethod.Get, "error-long");
            using var blocking = _client.Send(request, HttpCompletionOption.ResponseHeadersRead);
            using var reader = new StreamReader(blocking.Content.ReadAsStream());
            bodies.Add(reader.ReadToEnd());
        });

        bodies.Should().ContainSingle().Which.Should().Be(string.Concat(Enumerable.Range(0, 200_000)));
    }

    [Fact]
    public async Task Of_a_body_that_goes_on_for_good_the_start_is_quoted() =>
        (await CauseOf(async () =>
        {
            using var response = await _client.GetAsync("error-endless", HttpCompletionOption.ResponseHeadersRead);
        })).Should().EndWith($"The body:\n  {new string('x', 1000)}…");

    [Fact]
    public void Of_a_body_that_goes_on_for_good_no_more_than_its_start_is_read()
    {
        using var body = new EndlessBody();

        Read(new StreamContent(body)).Body.Should().StartWith("xxx");

        body.BytesRead.Should().Be(64 * 1024);
    }

    [Fact]
    public async Task Neither_credentials_nor_queries_are_quoted()
    {
        var cause = await CauseOf(async () =>
        {
            var (host, port) = (_client.BaseAddress!.Host, _client.BaseAddress.Port);
            using var request = new HttpRequestMessage(HttpMethod.Get, $"http://u:S3cret3@{host}:{port}/error-headers?sig=S3cret1");
            request.Headers.Add("Authorization", "Bearer S3cret2");
            using var response = await _client.SendAsync(request);
        });

        cause.Should().Contain($"It sent GET {_client.BaseAddress}error-headers?* and was answered 400").And
            .Contain("HEADERS").And.Contain("Authorization: ***").And.NotContain("S3cret");
    }

    [Fact]
    public async Task A_body_that_does_not_end_is_not_waited_for() =>
        (await CauseOf(() => _client.GetStringAsync("error-stalled"))).Should().EndWith(
            "/error-stalled and was answered 500. The body:\n  (not received within 1 s)");

    /// <summary>Its start ends with a request whose status doesn't matter, 404 in most APIs.</summary>
    [Fact]
    public async Task The_start_of_a_server_is_not_taken_for_a_request_of_the_setup()
    {
        static void Start()
        {
            HostedApis.StartBrokenAsync().GetAwaiter().GetResult().DisposeAsync().AsTask().Wait();
            throw new InvalidOperationException("no database");
        }

        (await CauseOf(Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), setUp: Start))).Should()
            .Contain("no database").And.NotContain("was answered");
    }

    [Fact]
    public async Task An_API_in_memory_is_observed_too()
    {
        await using var host = await InMemoryHost.StartAsync<BrokenApi.Api>(cancellationToken: Token);
        using var client = host.CreateClient();

        (await CauseOf(() => client.GetStringAsync("error-page"))).Should().EndWith(
            $"\nIt sent GET http://localhost/error-page and {ErrorPage}");
    }

    [Theory]
    [InlineData("one\r\ntwo\n", "one\ntwo")]
    [InlineData("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n…")]
    [InlineData("", "")]
    public void The_first_lines_of_a_body_are_shown(string text, string shown) => Read(new StringContent(text)).Body.Should().Be(shown);

    [Fact]
    public void A_long_line_is_cut() => Read(new StringContent(new string('x', 5000))).Body.Should().Be($"{new string('x', 1000)}…");

    [Theory]
    [InlineData("image/png", null, "(3 B of image/png)")]
    [InlineData("text/html", "gzip", "(3 B of gzip, text/html)")]
    [InlineData("application/problem+json", null, "abc")]
    [InlineData(null, null, "abc")]
    public void Only_text_is_shown(string? type, string? encoding, string shown)
    {
        var content = new ByteArrayContent(Encoding.UTF8.GetBytes("abc"));
        content.Headers.ContentType = type is null ? null : new MediaTypeHeaderValue(type);
        if (encoding is not null)
            content.Headers.ContentEncoding.Add(encoding);

        Read(content).Body.Should().Be(shown);
    }

    [Theory]
    [InlineData("It failed.", "It sent GET http://api/orders and was answered 429. The body:\n  Slow down.")]
    [InlineData("It failed: Slow down.", "It sent GET http://api/orders and was answered 429.")]
    [InlineData("429 from http://api/orders", "The body:\n  Slow down.")]
    [InlineData("429 from http://api/orders: Slow down.", null)]
    public void What_a_message_says_already_is_not_said_again(string message, string? added) =>
        Read(new StringContent("Slow down.")).Describe("It", message).Should().Be(added);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static ErrorAnswer Read(HttpContent content) => ErrorAnswer.Read(new HttpResponseMessage(HttpStatusCode.TooManyRequests)
    {
        Content = content,
        RequestMessage = new HttpRequestMessage(HttpMethod.Get, "http://api/orders"),
    });

    private static async Task<string> CauseOf(Benchmark benchmark) =>
        (await Fake.Measure(benchmark)).Failures.Should().ContainSingle().Which.Cause;

    private static Task<string> CauseOf(Func<Task> operation) => CauseOf(Fake.Of(Fake.One, operation));

    private void Get(string path) => _client.GetStringAsync(path).GetAwaiter().GetResult();

    private sealed class EndlessBody : MemoryStream
    {
        public long BytesRead { get; private set; }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var read = Math.Min(buffer.Length, 1000);
            buffer.Span[..read].Fill((byte)'x');
            BytesRead += read;
            return new(read);
        }
    }

    public sealed class Fixture : IAsyncLifetime
    {
        private ApiHost _host = null!;

        internal HttpClient Client { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            _host = await HostedApis.StartBrokenAsync();
            Client = _host.CreateClient();
        }

        public async ValueTask DisposeAsync()
        {
            Client.Dispose();
            await _host.DisposeAsync();
        }
    }
}
