using System.Net;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Hosting;
using HttpPerf.Tests.Hosting;
using HttpPerf.Tests.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Checking;

/// <summary>Whether a benchmark reads the bodies of the responses that it gets from a real server.</summary>
public sealed class UnreadBodiesTests(UnreadBodiesTests.Fixture fixture) : IClassFixture<UnreadBodiesTests.Fixture>
{
    private const string OneUnread =
        "Fake.One leaves 1 of 1 response bodies a call unread, so receiving them is not measured. "
        + "Read them, or send HEAD where only the headers matter.";

    private static readonly string[] Versions = ["1.1", "2.0"];

    public static MatrixTheoryData<string, string> ReadNames => new(Versions, Responses.Reads.Keys);

    public static TheoryData<string> SynchronousReadNames => [.. Responses.SynchronousReads.Keys];

    public static MatrixTheoryData<string, string> LeaveNames => new(Versions, Responses.Leaves.Keys);

    public static MatrixTheoryData<string, string> BodilessNames => new(Versions, Responses.Bodiless.Keys);

    [Theory]
    [MemberData(nameof(ReadNames))]
    public async Task A_body_that_is_read_arrives_whole_and_is_not_noted(string version, string name) => (await Fake.NotesOf(
        Fake.Returning(Fake.Baseline, Responses.Body),
        Fake.Of(Fake.One, new TaskOperation<string>(() => Responses.Reads[name](fixture.Clients[version]))))).Should().BeEmpty();

    [Theory]
    [MemberData(nameof(SynchronousReadNames))]
    public async Task A_body_that_is_read_synchronously_arrives_whole_and_is_not_noted(string name) => (await Fake.NotesOf(
        Fake.Returning(Fake.Baseline, Responses.Body),
        Fake.Of(Fake.One, new ValueOperation<string>(() => Responses.SynchronousReads[name](fixture.Clients["1.1"]))))).Should().BeEmpty();

    [Theory]
    [MemberData(nameof(LeaveNames))]
    public async Task A_body_that_is_not_read_is_noted(string version, string name) =>
        (await NotesOf(() => Responses.Leaves[name](fixture.Clients[version]))).Should().Equal(OneUnread);

    [Fact]
    public async Task Bodies_that_are_not_read_are_counted() =>
        (await NotesOf(async () =>
        {
            var client = fixture.Clients["1.1"];
            await Responses.Leaves["disposed"](client);
            await Responses.Leaves["stream disposed"](client);
            return await Responses.Reads["GetStreamAsync"](client);
        })).Should().ContainSingle().Which.Should().StartWith("Fake.One leaves 2 of 3 response bodies a call unread, ");

    [Theory]
    [MemberData(nameof(BodilessNames))]
    public async Task A_response_without_a_body_that_matters_is_not_noted(string version, string name) =>
        (await NotesOf(() => Responses.Bodiless[name](fixture.Clients[version]))).Should().BeEmpty();

    [Fact]
    public async Task A_response_to_a_canceled_request_is_not_noted()
    {
        using var canceling = new HttpClient(new Canceling { InnerHandler = new SocketsHttpHandler() });

        (await NotesOf(async () =>
        {
            var client = fixture.Clients["1.1"];
            await FluentActions.Awaiting(() => canceling.GetAsync(new Uri(client.BaseAddress!, "body")))
                .Should().ThrowAsync<OperationCanceledException>();
            return await client.GetStringAsync("body");
        })).Should().BeEmpty();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task After_a_redirect_only_the_last_body_counts(bool isRead)
    {
        var client = fixture.Clients["1.1"];

        var notes = await NotesOf(() => isRead ? client.GetStringAsync("body/moved") : Responses.Status(client, "body/moved"));

        notes.Where(n => n.Contains("unread")).Should().Equal(isRead ? [] : [OneUnread]);
    }

    [Fact]
    public async Task Headers_and_trailers_of_an_observed_response_are_complete()
    {
        var headers = new HashSet<string>();

        await NotesOf(() => Responses.Receive(fixture.Clients["2.0"], "body/trailers", async response =>
        {
            await response.Content.CopyToAsync(Stream.Null);
            headers.Add($"{response.Content.Headers}{response.TrailingHeaders}");
            return Responses.Body;
        }));

        headers.Should().ContainSingle().Which.ReplaceLineEndings(" ").Should().Be("Content-Length: 6 checksum: 6 ");
    }

    [Fact]
    public async Task Of_an_API_in_memory_only_the_body_that_is_not_read_is_noted()
    {
        await using var host = await InMemoryHost.StartAsync<BrokenApi.Api>(cancellationToken: TestContext.Current.CancellationToken);
        using var client = host.CreateClient();

        (await NotesOf(() => Responses.Leaves["disposed"](client))).Should().Equal(OneUnread);
        foreach (var read in Responses.Reads.Where(r => r.Key != "compressed").Select(r => r.Value))
            (await NotesOf(() => read(client))).Should().BeEmpty();
    }

    [Fact]
    public async Task Disposing_of_an_observed_response_frees_its_connection()
    {
        using var client = new HttpClient(new SocketsHttpHandler { MaxConnectionsPerServer = 1 })
        {
            BaseAddress = fixture.Clients["1.1"].BaseAddress,
            Timeout = TimeSpan.FromSeconds(10),
        };

        (await NotesOf(() => Responses.Leaves["disposed"](client))).Should().Equal(OneUnread);
    }

    [Fact]
    public async Task Nothing_is_observed_after_the_observer_was_disposed()
    {
        var observer = new CallObserver(TimeSpan.Zero, bodies: true);
        observer.Dispose();

        var call = await observer.Observe(() => Responses.Leaves["disposed"](fixture.Clients["1.1"]));

        call.Bodies.Should().Be((0, 0));
    }

    [Fact]
    public async Task Responses_are_untouched_in_setup_and_while_they_are_measured()
    {
        var contents = new HashSet<string>();
        async Task Get()
        {
            using var response = await fixture.Clients["1.1"].GetAsync("body", Responses.HeadersFirst);
            if (!Fake.IsProbed)
                contents.Add(response.Content.GetType().Name);
            await response.Content.CopyToAsync(Stream.Null);
        }

        var benchmark = Fake.Of(Fake.One, new TaskOperation(Get), setUp: () => Get().GetAwaiter().GetResult());

        await Fake.NotesOf(benchmark with { Code = typeof(UnreadBodiesTests).Assembly });

        contents.Should().Equal("HttpConnectionResponseContent");
    }

    [Fact]
    public async Task Requests_get_no_additional_headers()
    {
        var headers = new HashSet<string>();

        await NotesOf(async () =>
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, "body");
            using var response = await fixture.Clients["1.1"].SendAsync(request);
            headers.UnionWith(request.Headers.Select(h => h.Key));
            return await response.Content.ReadAsStringAsync();
        });

        headers.Should().Equal("Accept-Encoding");
    }

    private static Task<IReadOnlyList<string>> NotesOf(Func<Task<string>> operation) =>
        Fake.NotesOf(Fake.Of(Fake.One, new TaskOperation<string>(operation)) with { ExpectedErrors = new ExpectedErrorsAttribute() });

    /// <summary>As if a request were given up when its response arrives.</summary>
    private sealed class Canceling : DelegatingHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            using var response = await base.SendAsync(request, cancellationToken);
            throw new OperationCanceledException();
        }
    }

    public sealed class Fixture : IAsyncLifetime
    {
        private ApiHost _host = null!;

        internal IReadOnlyDictionary<string, HttpClient> Clients { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            _host = await HostedApis.StartBrokenAsync();
            Clients = Versions.ToDictionary(version => version, CreateClient);
        }

        public async ValueTask DisposeAsync()
        {
            foreach (var client in Clients.Values)
                client.Dispose();
            await _host.DisposeAsync();
        }

        // HTTP/2 needs TLS here: without it, Kestrel offers HTTP/1.1 alone.
        private HttpClient CreateClient(string version)
        {
            var handler = (SocketsHttpHandler)_host.CreateHandler();
            handler.AutomaticDecompression = DecompressionMethods.GZip;
            return new HttpClient(handler)
            {
                BaseAddress = version == "2.0" ? _host.SecureAddress : _host.BaseAddress,
                DefaultRequestVersion = new Version(version),
                DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
        }
    }
}
