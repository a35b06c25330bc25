using System.Net;
using System.Net.Http.Headers;
using System.Text;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Model.Faults;
using HttpPerf.Tests.Hosting;
using HttpPerf.Tests.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Checking;

/// <summary>How a request that is answered by an error is reported, wherever it is sent.</summary>
public sealed class ErrorAnswersTests(ErrorAnswersTests.Fixture fixture) : IClassFixture<ErrorAnswersTests.Fixture>
{
    private readonly HttpClient _client = fixture.Client;

    private ErrorAnswer ErrorPage => new($"GET {_client.BaseAddress}error-page", 500, "Something went wrong.");

    [Fact]
    public async Task An_exception_of_a_benchmark_is_followed_by_the_request_and_its_answer() =>
        (await FaultOf(() => _client.PostAsync("error-page", null).ContinueWith(r => r.Result.EnsureSuccessStatusCode(), Token)))
            .Should().BeOfType<Fault.Threw>()
            .Which.Answer.Should().Be(new ErrorAnswer($"POST {_client.BaseAddress}error-page", 405, ""));

    [Fact]
    public async Task A_redirect_that_is_not_followed_is_named_wherever_it_is_an_error()
    {
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false }) { BaseAddress = _client.BaseAddress };
        async Task Follow() => (await client.GetAsync("body/moved")).EnsureSuccessStatusCode();
        var setUp = Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), setUp: () => Follow().GetAwaiter().GetResult());

        var answer = new ErrorAnswer($"GET {_client.BaseAddress}body/moved", 302, "elsewhere");
        (await FaultOf(setUp)).Should().Match<Fault.Threw>(fault => fault.Part == CasePart.GlobalSetup && fault.Answer == answer);
        (await FaultOf(Follow)).Should().Match<Fault.Threw>(fault => fault.Part == CasePart.Call && fault.Answer == answer);
    }

    [Fact]
    public async Task An_answer_that_is_ignored_is_quoted() =>
        (await FaultOf(async () => { using var response = await _client.GetAsync("error-page"); })).Should().Be(
            new Fault.ErrorStatus(500, $"{_client.BaseAddress}error-page") { Answer = ErrorPage });

    [Fact]
    public async Task The_servers_errors_follow_where_a_request_has_failed()
    {
        var options = Fake.Quickest with { Errors = () => Task.FromResult<string?>("fail: The page could not be made.") };
        var throwing = Fake.Of(Fake.Other, () => throw new InvalidOperationException("no request"));

        var failures = (await Fake.Measure(options, 1, Fake.Of(Fake.One, () => _client.GetStringAsync("error-page")), throwing)).Failures;

        failures.Should().HaveCount(2);
        failures.Single(f => f.Id == Fake.One).Fault.Should().Match<Fault.Threw>(
            fault => fault.Answer == ErrorPage && fault.LoggedErrors == "fail: The page could not be made.");
        failures.Single(f => f.Id == Fake.Other).Fault.Should().BeOfType<Fault.Threw>().Which.LoggedErrors.Should().BeNull();
    }

    [Fact]
    public async Task The_servers_errors_are_not_said_again_where_its_end_is_quoted()
    {
        var options = Fake.Quickest with
        {
            Failure = () => Task.FromResult<Fault?>(Fake.Death),
            Errors = () => Task.FromResult<string?>("fail: The page could not be made."),
        };
        var failing = Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), setUp: () => Get("error-page"));

        var fault = (await Fake.Measure(options, 1, failing)).Failures.Single().Fault.Should().BeOfType<Fault.Caused>().Subject;
        fault.Cause.Should().Be(Fake.Death);
        fault.Symptom.Should().Match<Fault.Threw>(threw => threw.Answer == ErrorPage && threw.LoggedErrors == null);
    }

    [Theory]
    [InlineData(nameof(CasePart.GlobalSetup))]
    [InlineData(nameof(CasePart.GlobalCleanup))]
    [InlineData(nameof(CasePart.IterationSetup))]
    [InlineData(nameof(CasePart.IterationCleanup))]
    public async Task Setups_and_cleanups_are_observed(string part)
    {
        Action? Failing(string named) => part == named ? () => Get("error-page") : null;
        var benchmark = Fake.Of(
            Fake.One,
            new VoidOperation(Fake.Nothing),
            Failing(nameof(CasePart.GlobalSetup)),
            Failing(nameof(CasePart.GlobalCleanup)),
            Failing(nameof(CasePart.IterationSetup)),
            Failing(nameof(CasePart.IterationCleanup)));

        var threw = (await FaultOf(benchmark)).Should().BeOfType<Fault.Threw>().Subject;
        threw.Part.ToString().Should().Be(part);
        threw.Exception.Should().StartWith("System.Net.Http.HttpRequestException: Response status code does not indicate success: 500 ");
        threw.Answer.Should().Be(ErrorPage);
    }

    [Fact]
    public async Task A_call_that_fails_while_it_is_measured_is_made_again()
    {
        var calls = 0;
        var failing = Fake.Of(Fake.One, () => _client.GetStringAsync(Fake.IsProbed || ++calls < 5 ? "about" : "error-page"));

        var threw = (await FaultOf(failing)).Should().BeOfType<Fault.Threw>().Subject;
        (threw.Part, threw.Answer).Should().Be((CasePart.Call, ErrorPage with { IsOfRepeatedCall = true }));
    }

    [Fact]
    public async Task A_call_that_works_again_is_reported_without_an_answer()
    {
        var calls = 0;
        var failing = Fake.Of(Fake.One, () => _client.GetStringAsync(!Fake.IsProbed && ++calls == 5 ? "error-page" : "about"));

        (await FaultOf(failing)).Should().BeOfType<Fault.Threw>().Which.Answer.Should().BeNull();
    }

    [Fact]
    public async Task Only_an_answer_with_the_exceptions_status_is_quoted() =>
        (await FaultOf(async () =>
        {
            using var other = await _client.GetAsync("no-such-page");
            await _client.GetStringAsync("error-page");
        })).Should().BeOfType<Fault.Threw>().Which.Answer.Should().Be(ErrorPage);

    [Fact]
    public async Task An_error_that_is_expected_is_not_quoted()
    {
        var benchmark = Fake.Of(Fake.One, async () =>
        {
            using var expected = await _client.GetAsync("error-page");
            throw new InvalidOperationException("something else");
        });

        (await FaultOf(benchmark with { ExpectedErrors = new ExpectedErrorsAttribute(500) })).Should().Match<Fault.Threw>(
            fault => fault.Exception.Contains("something else") && fault.Answer == null);
    }

    [Fact]
    public async Task The_caller_still_receives_the_body()
    {
        var bodies = new HashSet<string>();

        await FaultOf(async () =>
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

        await FaultOf(async () =>
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
        (await FaultOf(async () =>
        {
            using var response = await _client.GetAsync("error-endless", HttpCompletionOption.ResponseHeadersRead);
        })).Should().BeOfType<Fault.ErrorStatus>().Which.Answer!.Body.Should().Be($"{new string('x', 1000)}…");

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
        var fault = await FaultOf(async () =>
        {
            var (host, port) = (_client.BaseAddress!.Host, _client.BaseAddress.Port);
            using var request = new HttpRequestMessage(HttpMethod.Get, $"http://u:S3cret3@{host}:{port}/error-headers?sig=S3cret1");
            request.Headers.Add("Authorization", "Bearer S3cret2");
            using var response = await _client.SendAsync(request);
        });

        var answer = fault.Should().BeOfType<Fault.ErrorStatus>().Which.Answer!;
        (answer.Request, answer.Status).Should().Be(($"GET {_client.BaseAddress}error-headers?*", 400));
        answer.Body.Should().Contain("HEADERS").And.Contain("Authorization: ***");
        FaultText.Describe(fault).Should().NotContain("S3cret");
    }

    [Fact]
    public async Task A_body_that_does_not_end_is_not_waited_for() =>
        (await FaultOf(() => _client.GetStringAsync("error-stalled"))).Should().BeOfType<Fault.Threw>()
            .Which.Answer.Should().Be(new ErrorAnswer($"GET {_client.BaseAddress}error-stalled", 500, "(not received within 1 s)"));

    /// <summary>Its start ends with a request whose status doesn't matter, 404 in most APIs.</summary>
    [Fact]
    public async Task The_start_of_a_server_is_not_taken_for_a_request_of_the_setup()
    {
        static void Start()
        {
            HostedApis.StartBrokenAsync().GetAwaiter().GetResult().DisposeAsync().AsTask().Wait();
            throw new InvalidOperationException("no database");
        }

        (await FaultOf(Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), setUp: Start))).Should().Match<Fault.Threw>(
            fault => fault.Exception.Contains("no database") && fault.Answer == null);
    }

    [Fact]
    public async Task An_API_in_memory_is_observed_too()
    {
        await using var host = await InMemoryHost.StartAsync<BrokenApi.Api>(cancellationToken: Token);
        using var client = host.CreateClient();

        (await FaultOf(() => client.GetStringAsync("error-page"))).Should().BeOfType<Fault.Threw>()
            .Which.Answer.Should().Be(ErrorPage with { Request = "GET http://localhost/error-page" });
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

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static ErrorAnswer Read(HttpContent content) => AnswerReader.Read(new HttpResponseMessage(HttpStatusCode.TooManyRequests)
    {
        Content = content,
        RequestMessage = new HttpRequestMessage(HttpMethod.Get, "http://api/orders"),
    });

    private static async Task<Fault> FaultOf(Benchmark benchmark) =>
        (await Fake.Measure(benchmark)).Failures.Should().ContainSingle().Which.Fault;

    private static Task<Fault> FaultOf(Func<Task> operation) => FaultOf(Fake.Of(Fake.One, operation));

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
