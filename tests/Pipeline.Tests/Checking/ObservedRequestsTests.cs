using System.Net;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Hosting;
using HttpPerf.Tests.Hosting;
using HttpPerf.Tests.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Checking;

/// <summary>Real requests to a real server, as the probe sees them.</summary>
public sealed class ObservedRequestsTests(ObservedRequestsTests.Fixture fixture) : IClassFixture<ObservedRequestsTests.Fixture>
{
    private readonly HttpClient _client = fixture.Client;

    [Fact]
    public async Task A_fast_error_is_refused_although_the_benchmark_ignores_it() =>
        (await FaultOf(IgnoreStatus)).Should().Be(Error($"{_client.BaseAddress}error"));

    [Fact]
    public async Task An_error_that_is_caught_is_refused_too() =>
        (await FaultOf(() => Catch(() => _client.GetStringAsync("error")))).Should().Be(Error($"{_client.BaseAddress}error"));

    [Fact]
    public async Task A_request_without_an_answer_is_refused_although_the_benchmark_ignores_it() =>
        (await FaultOf(() => Catch(() => _client.GetStringAsync("reset")))).Should().Be(
            new Fault.NoAnswer($"{_client.BaseAddress}reset", "An error occurred while sending the request."));

    [Fact]
    public async Task A_request_that_is_canceled_before_its_answer_is_refused_although_the_benchmark_ignores_it() =>
        (await FaultOf(GiveUp)).Should().Be(new Fault.RequestsCanceled($"{_client.BaseAddress}stall"));

    [Fact]
    public async Task A_request_that_is_expected_to_be_canceled_is_measured()
    {
        var benchmark = Fake.Of(Fake.One, GiveUp) with { ExpectedErrors = new ExpectedErrorsAttribute() };

        (await Fake.Measure(benchmark)).Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task A_body_that_ends_early_is_refused_although_the_benchmark_ignores_it() =>
        (await FaultOf(() => Catch(() => _client.GetStringAsync("truncated")))).Should().BeOfType<Fault.NoAnswer>()
            .Which.Addresses.Should().Be($"{_client.BaseAddress}truncated");

    [Fact]
    public async Task A_call_that_blocks_a_thread_is_noted_and_one_that_awaits_is_not()
    {
        var client = fixture.NeverAtOnce;

        var notes = await Fake.NotesOf(
            Fake.Of(Fake.Baseline, new TaskOperation<string>(() => client.GetStringAsync("about"))),
            Fake.Of(Fake.One, new ValueOperation<string>(() => client.GetStringAsync("about").Result)));

        notes.Should().Equal(
            "Fake.One blocks a thread until a task has ended, once a call, e.g. by Result or Wait(). Under load such threads are missing "
            + "elsewhere; await the task.");
    }

    [Fact]
    public async Task A_call_of_a_thousand_requests_is_held_back_for_a_few_of_them()
    {
        var call = new ObservedCall(hold: TimeSpan.FromMilliseconds(50));

        var calling = call.Run(() => Task.Run(() =>
        {
            for (var i = 0; i < 1000; i++)
                call.HoldRequest();
        }));

        // If each were held, 50 s.
        await calling.WaitAsync(TimeSpan.FromSeconds(20), TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task The_hosts_of_a_call_that_fails_are_told_too()
    {
        var asked = new HashSet<string>();
        var options = Fake.Quickest with { RequestStarted = (host, port) => asked.Add($"{host}:{port}") };

        await Fake.Measure(options, 1, Fake.Of(Fake.One, () => _client.GetStringAsync("nowhere")));

        asked.Should().Equal(_client.BaseAddress!.Authority);
    }

    [Fact]
    public async Task The_hosts_that_are_asked_are_told_whoever_has_made_the_client()
    {
        var asked = new HashSet<string>();
        var options = Fake.Quickest with { RequestStarted = (host, port) => asked.Add($"{host}:{port}") };

        await Fake.Measure(options, 1, Fake.Of(Fake.Baseline, Fake.Nothing), Fake.Of(Fake.One, () => _client.GetStringAsync("about")));

        asked.Should().Equal(_client.BaseAddress!.Authority);
    }

    [Fact]
    public async Task A_case_that_sends_nothing_is_noted_where_its_baseline_does()
    {
        using var stub = new HttpClient(new Stub()) { BaseAddress = _client.BaseAddress };
        string? cached = null;
        async Task<string> GetCached() => cached ??= await _client.GetStringAsync("about");

        var notes = await Fake.NotesOf(
            Fake.Of(Fake.Baseline, new TaskOperation<string>(() => _client.GetStringAsync("about"))),
            Fake.Of(Fake.One, new TaskOperation<string>(GetCached)),
            Fake.Of(Fake.Other, new TaskOperation<string>(() => stub.GetStringAsync("about"))) with { ExpectsDifferentResult = true });

        notes.Should().Equal(new[] { Fake.One, Fake.Other }.Select(id =>
            $"{id} sends no request, and its baseline Fake.Baseline does. Its answer may come from a cache or a stub; "
            + "then the two don't do the same work."));
    }

    [Fact]
    public async Task Requests_that_a_handler_repeats_are_noted()
    {
        using var client = new HttpClient(new Retry { InnerHandler = new SocketsHttpHandler() }) { BaseAddress = _client.BaseAddress };

        (await Fake.NotesOf(Fake.Of(Fake.Baseline, new TaskOperation<string>(() => client.GetStringAsync("about"))))).Should().Equal(
            "Fake.Baseline makes 1 and sends 2 requests a call: something repeats them, e.g. a handler that retries after an error.");
    }

    [Fact]
    public async Task Requests_that_a_redirect_repeats_are_noted_as_such() =>
        (await Fake.NotesOf(Fake.Of(Fake.Baseline, new TaskOperation<string>(() => _client.GetStringAsync("body/moved"))))).Should().Equal(
            "Fake.Baseline makes 1 and sends 2 requests a call: one is answered by a redirect. "
            + "Following redirects is measured too; to leave it out, ask for the final address.");

    [Fact]
    public async Task Requests_that_are_given_up_for_another_are_noted()
    {
        async Task<string> Hedged()
        {
            await Hedge("about", "stall");
            return "done";
        }

        var hedged = Fake.Of(Fake.One, new TaskOperation<string>(Hedged));

        (await Fake.NotesOf(hedged)).Should().Equal(
            "Fake.One cancels 1 of its 2 requests a call. If it is meant to, put [ExpectedErrors] on it.");
        (await Fake.NotesOf(hedged with { ExpectedErrors = new ExpectedErrorsAttribute() })).Should().BeEmpty();
    }

    [Fact]
    public async Task What_is_read_and_not_returned_is_noted_as_not_checked() =>
        (await Fake.NotesOf(
            Fake.Of(Fake.Baseline, () => _client.GetStringAsync("about")),
            Fake.Of(Fake.One, new TaskOperation<string>(() => _client.GetStringAsync("about"))),
            Fake.Of(Fake.Other, () => _client.GetStringAsync("about")))).Should().Equal(
            "Not checked: the content that Fake.Baseline, Fake.Other read from responses, because they don't return it. "
            + "Return it, so that it can be checked.");

    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 1)]
    [InlineData(true, 300)]
    public async Task A_loop_that_a_setup_starts_is_noted_unless_a_cleanup_ends_it(bool ends, int milliseconds)
    {
        var loops = new List<CancellationTokenSource>();
        void Start()
        {
            loops.Add(new CancellationTokenSource());
            _ = Loop(milliseconds, loops[^1].Token);
        }

        var benchmark = Fake.Of(
            Fake.One, new VoidOperation(Fake.Nothing), setUp: Start, cleanUp: () => { if (ends) loops.ForEach(l => l.Cancel()); });

        var notes = await Fake.NotesOf(benchmark with { Code = typeof(ObservedRequestsTests).Assembly });

        loops.ForEach(l => l.Cancel());
        notes.Should().Equal(ends ? [] :
        [
            "Fake.One has work running after its [GlobalCleanup] that its [GlobalSetup] has started: Loop. "
            + "It runs beside all that is measured later. End it in [GlobalCleanup].",
        ]);
    }

    [Fact]
    public async Task Requests_that_are_as_they_seem_are_not_noted() =>
        (await Fake.NotesOf(
            Fake.Of(Fake.Baseline, new TaskOperation<string>(() => _client.GetStringAsync("about"))),
            Fake.Of(Fake.One, new TaskOperation<string>(() => _client.GetStringAsync("about"))))).Should().BeEmpty();

    [Fact]
    public async Task Work_without_any_request_is_not_noted() =>
        (await Fake.NotesOf(Fake.Of(Fake.Baseline, Fake.Nothing), Fake.Of(Fake.One, Fake.Nothing))).Should().BeEmpty();

    [Fact]
    public async Task An_error_in_memory_is_refused_too()
    {
        await using var host = await InMemoryHost.StartAsync<BrokenApi.Api>(cancellationToken: TestContext.Current.CancellationToken);
        using var client = host.CreateClient();

        (await FaultOf(() => Catch(() => client.GetStringAsync("error")))).Should().BeOfType<Fault.ErrorStatus>()
            .Which.Answer.Should().Be(new ErrorAnswer("GET http://localhost/error", 500, ""));
    }

    [Theory]
    [InlineData("error", new[] { 500 }, true)]
    [InlineData("error", new[] { 404, 500 }, true)]
    [InlineData("error", new int[0], true)]
    [InlineData("error", new[] { 404 }, false)]
    [InlineData("reset", new int[0], true)]
    [InlineData("reset", new[] { 500 }, false)]
    public async Task Errors_that_are_expected_are_measured(string path, int[] expected, bool isMeasured)
    {
        var benchmark = Fake.Of(Fake.One, () => Catch(() => _client.GetStringAsync(path))) with
        {
            ExpectedErrors = new ExpectedErrorsAttribute(expected),
        };

        (await Fake.Measure(benchmark)).Failures.Should().HaveCount(isMeasured ? 0 : 1);
    }

    [Fact]
    public void A_status_that_is_no_error_can_not_be_an_expected_one() =>
        FluentActions.Invoking(() => new ExpectedErrorsAttribute(204)).Should().Throw<ArgumentOutOfRangeException>()
            .Which.Message.Should().StartWith(
                "[ExpectedErrors] names the status 204, which is not an error status. "
                + "Errors are 400 to 599; all others need no attribute.");

    [Theory]
    [InlineData("an error", typeof(Fault.ErrorStatus))]
    [InlineData("no answer", typeof(Fault.NoAnswer))]
    [InlineData("another text", typeof(Fault.UnequalResult))]
    public async Task What_a_server_begins_to_do_in_mid_run_is_noticed_after_it(string fault, Type type)
    {
        var calls = 0;
        var failing = Fake.Of(Fake.One, new TaskOperation<string>(async () =>
        {
            if (++calls < 20)
                return await _client.GetStringAsync("about");
            if (fault == "another text")
                return "line";
            await Catch(() => _client.GetStringAsync(fault == "an error" ? "error" : "reset"));
            return await _client.GetStringAsync("about");
        }));

        var samples = await Fake.Measure(Fake.Of(Fake.Baseline, new TaskOperation<string>(() => _client.GetStringAsync("about"))), failing);

        samples.Failures.Should().ContainSingle().Which.Fault.Should().BeOfType(type);
        samples.Failures[0].Id.Should().Be(Fake.One);
        samples.Cases.Select(c => c.Id).Should().Equal(Fake.Baseline);
    }

    /// <summary>
    /// Operations that the probe doesn't meet. One of an odd number, so that blocks, of a power of two each, end on it in turn.
    /// </summary>
    [Theory]
    [InlineData("null", "null")]
    [InlineData("an empty string", "an empty string")]
    [InlineData("an empty list", "an empty collection")]
    [InlineData("a response", "a response with the status 503")]
    public async Task One_failed_operation_of_many_is_noticed(string kind, string failure)
    {
        var calls = 0;
        object? Result(bool fails) => (kind, fails) switch
        {
            ("null", true) => null,
            ("an empty string", true) => "",
            ("an empty list", true) => Array.Empty<int>(),
            ("a response", true) => new HttpResponseMessage(HttpStatusCode.ServiceUnavailable),
            ("a response", false) => new HttpResponseMessage(),
            _ => "text",
        };

        (await FaultOf(new ValueOperation<object?>(() => Result(fails: !Fake.IsProbed && ++calls % 51 == 0)))).Should().Be(
            new Fault.ReturnedError(failure, IsResponse: kind == "a response"));
    }

    [Fact]
    public async Task A_downgrade_to_an_older_protocol_is_refused()
    {
        Task Get(HttpVersionPolicy policy) =>
            _client.SendAsync(new HttpRequestMessage(HttpMethod.Get, "about") { Version = HttpVersion.Version20, VersionPolicy = policy });

        (await FaultOf(() => Get(HttpVersionPolicy.RequestVersionOrLower))).Should().Be(
            new Fault.Downgraded($"{_client.BaseAddress}about", HttpVersion.Version20, HttpVersion.Version11));
    }

    [Fact]
    public async Task A_dropped_request_is_refused() =>
        (await FaultOf(() =>
        {
            _ = fixture.NeverAtOnce.GetStringAsync("about");
            return Task.CompletedTask;
        })).Should().Be(new Fault.RequestsUnawaited(1, $"{_client.BaseAddress}about"));

    /// <summary>As if a busy machine had held the first call up until its answer was there.</summary>
    [Fact]
    public async Task Dropped_requests_are_refused_before_they_add_up_although_the_first_call_seems_to_await_its_own()
    {
        var (calls, unprobed) = (0, 0);

        var fault = await FaultOf(() =>
        {
            unprobed += Fake.IsProbed ? 0 : 1;
            var request = fixture.NeverAtOnce.GetStringAsync("about");
            return ++calls == 1 ? request : Task.CompletedTask;
        });

        fault.Should().BeOfType<Fault.RequestsUnawaited>();
        unprobed.Should().Be(0);
    }

    [Theory]
    [InlineData("in the call")]
    [InlineData("after a wait")]
    public async Task A_dropped_request_that_is_answered_before_its_call_returns_is_refused(string place)
    {
        async Task Drop()
        {
            if (place == "after a wait")
                await Task.Delay(1);
            var request = fixture.NeverAtOnce.GetStringAsync("about");
            Thread.Sleep(5);
        }

        (await FaultOf(Drop)).Should().BeOfType<Fault.RequestsUnawaited>();
    }

    [Fact]
    public async Task A_request_in_an_async_void_method_that_has_left_the_context_is_refused() =>
        (await FaultOf(async () =>
        {
            await Task.Delay(1).ConfigureAwait(false);
            Forget();
        })).Should().Be(new Fault.RequestsUnawaited(1, $"{_client.BaseAddress}about"));

    [Fact]
    public async Task A_request_that_begins_after_the_call_has_returned_is_refused()
    {
        var answered = new TaskCompletionSource();
        async Task Late()
        {
            await Task.Delay(5);
            await _client.GetStringAsync("about");
            answered.TrySetResult();
        }

        var samples = await Fake.Measure(
            Fake.Of(Fake.Baseline, () => { _ = Late(); }),
            Fake.Of(Fake.One, () => answered.Task.WaitAsync(TestContext.Current.CancellationToken)));

        samples.Failures.Should().ContainSingle().Which.Fault.Should().BeOfType<Fault.RequestsUnawaited>()
            .Which.Count.Should().Be(1);
    }

    [Theory]
    [InlineData("a method", "ForgottenWork")]
    [InlineData("Task.Run", "a lambda in StartWork")]
    [InlineData("async void", "ForgottenVoid")]
    public async Task Dropped_work_of_the_benchmarks_own_code_is_refused_by_name(string kind, string method) =>
        (await FaultOf(Fake.Of(Fake.One, () => StartWork(kind)) with { Code = typeof(ObservedRequestsTests).Assembly }))
            .Should().BeOfType<Fault.WorkUnawaited>().Which.Methods.Should().Equal(method);

    public static TheoryData<string> HonestCalls =>
        ["parallel", "headers only", "stream", "hedged", "two cancelled", "synchronous", "task run", "caught", "new client"];

    [Theory]
    [MemberData(nameof(HonestCalls))]
    public async Task Work_that_is_awaited_or_given_up_is_not_refused(string kind)
    {
        var benchmark = Fake.Of(Fake.One, () => Honest(kind)) with { Code = typeof(ObservedRequestsTests).Assembly };

        (await Fake.Measure(benchmark)).Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task Requests_of_others_are_not_taken_for_the_benchmarks()
    {
        using var stop = new CancellationTokenSource();
        var others = Task.Run(async () =>
        {
            while (!stop.IsCancellationRequested)
                await IgnoreStatus();
        }, TestContext.Current.CancellationToken);

        var samples = await Fake.Measure(Fake.Of(Fake.One, () => _client.GetStringAsync("about")));

        await stop.CancelAsync();
        await others;
        samples.Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task What_only_the_first_call_leaves_running_is_not_refused()
    {
        Task? background = null;

        var samples = await Fake.Measure(Fake.Of(Fake.One, () => { background ??= _client.GetStringAsync("about"); }));

        samples.Failures.Should().BeEmpty();
    }

    /// <summary>Gives a request up and ignores that it has no answer.</summary>
    private async Task GiveUp()
    {
        using var early = new CancellationTokenSource(5);
        try
        {
            await _client.GetStringAsync("stall", early.Token);
        }
        catch (OperationCanceledException)
        {
        }
    }

    private static async Task Loop(int milliseconds, CancellationToken cancellation)
    {
        while (!cancellation.IsCancellationRequested)
            await Task.Delay(milliseconds, CancellationToken.None);
    }

    private static Fault.ErrorStatus Error(string address) => new(500, address) { Answer = new ErrorAnswer($"GET {address}", 500, "") };

    private static async Task<Fault> FaultOf(Benchmark benchmark) =>
        (await Fake.Measure(benchmark)).Failures.Should().ContainSingle().Which.Fault;

    private static Task<Fault> FaultOf(Func<Task> operation) => FaultOf(Fake.Of(Fake.One, operation));

    private static Task<Fault> FaultOf(Operation operation) => FaultOf(Fake.Of(Fake.One, operation));

    private static async Task Catch(Func<Task> action)
    {
        try
        {
            await action();
        }
        catch (HttpRequestException)
        {
        }
    }

    private static Task StartWork(string kind)
    {
        switch (kind)
        {
            case "a method":
                _ = ForgottenWork();
                break;
            case "Task.Run":
                _ = Task.Run(() => Thread.Sleep(20));
                break;
            default:
                return Task.Run(ForgottenVoid);
        }

        return Task.CompletedTask;
    }

    private static async Task ForgottenWork() => await Task.Delay(20);

    private static async void ForgottenVoid() => await Task.Delay(20).ConfigureAwait(false);

    private async Task IgnoreStatus()
    {
        using var response = await _client.GetAsync("error");
        await response.Content.ReadAsStringAsync();
    }

    private async void Forget() => await fixture.NeverAtOnce.GetStringAsync("about").ConfigureAwait(false);

    private async Task Honest(string kind)
    {
        switch (kind)
        {
            case "parallel":
                await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => _client.GetStringAsync("about")));
                break;
            case "headers only":
                await _client.GetAsync("about", HttpCompletionOption.ResponseHeadersRead);
                break;
            case "stream":
                await using (await _client.GetStreamAsync("about"))
                    break;
            case "hedged":
                await Hedge("about", "stall");
                break;
            case "two cancelled":
                await Hedge("about", "stall", "stall");
                break;
            case "synchronous":
                using (_client.Send(new HttpRequestMessage(HttpMethod.Get, "about")))
                    break;
            case "task run":
                await Task.Run(() => _client.GetStringAsync("about"));
                break;
            case "caught":
                await Task.WhenAll(Throw(), Throw()).ContinueWith(_ => { }, TaskScheduler.Default);
                break;
            default:
                using (var client = new HttpClient { BaseAddress = _client.BaseAddress })
                    await client.GetStringAsync("about");
                break;
        }
    }

    private static async Task Throw()
    {
        await Task.Yield();
        throw new InvalidOperationException();
    }

    /// <summary>Takes the first answer and gives the other requests up.</summary>
    private async Task Hedge(params string[] paths)
    {
        using var enough = new CancellationTokenSource();
        await Task.WhenAny(paths.Select(p => _client.GetStringAsync(p, enough.Token)));
        await enough.CancelAsync();
    }

    private sealed class Stub : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromResult(new HttpResponseMessage { Content = new StringContent("stubbed") });
    }

    private sealed class Retry : DelegatingHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            using var first = await base.SendAsync(request, cancellationToken);
            return await base.SendAsync(request, cancellationToken);
        }
    }

    private sealed class Deferring : DelegatingHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var response = await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
            await Task.Yield();
            return response;
        }
    }

    public sealed class Fixture : IAsyncLifetime
    {
        private ApiHost _host = null!;

        internal HttpClient Client { get; private set; } = null!;

        /// <summary>
        /// Without it, a request is complete as soon as it is made if the server answers before the client begins to read. Such a request
        /// can't be dropped.
        /// </summary>
        internal HttpClient NeverAtOnce { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            _host = await HostedApis.StartBrokenAsync();
            Client = _host.CreateClient();
            NeverAtOnce = new HttpClient(new Deferring { InnerHandler = _host.CreateHandler() }) { BaseAddress = _host.BaseAddress };
        }

        public async ValueTask DisposeAsync()
        {
            Client.Dispose();
            NeverAtOnce.Dispose();
            await _host.DisposeAsync();
        }
    }
}
