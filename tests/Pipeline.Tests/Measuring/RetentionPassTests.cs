using System.Buffers;
using System.Collections.Concurrent;
using System.Net.Sockets;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Tests.Hosting;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>Retained bytes, in every place where users leak something.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class RetentionPassTests : IDisposable
{
    private const int Array1KB = 1024 + 24;

    private static Node? _last;

    private readonly FakeServer _server = new();
    private readonly CancellationTokenSource _stopping = new();
    private readonly TaskCompletionSource _never = new();
    private readonly AsyncLocal<byte[]> _local = new();
    private readonly TrackingPool _pool = new();
    private readonly ConcurrentDictionary<int, byte[]> _cache = [];
    private int _calls;

    private event EventHandler? Changed;

    public static TheoryData<string, double> Leaks => new()
    {
        { "a static", 32 },
        { "one of twenty calls", 32 / 20.0 },
        // A delegate, and what it is called on; the list of delegates doubles now and then.
        { "an event", 64 + 24 },
        // The registration, a delegate, and what it is called on.
        { "a captured token", 80 + 64 + 24 },
        // Its value, and a task with the context that holds it.
        { "an AsyncLocal", Array1KB + 264 },
        { "a pool that is never returned to", Array1KB },
    };

    [Theory]
    [MemberData(nameof(Leaks))]
    public async Task What_every_call_keeps_is_found_to_the_object(string place, double bytes)
    {
        var retained = await Measure(CallOf(place));

        retained.Trend.Should().Be(RetentionTrend.Growing);
        retained.PerOperation.Value.Should().BeApproximately(bytes, 0.005 * bytes);
    }

    [Fact]
    public async Task What_few_calls_keep_is_found_by_windows_together()
    {
        var retained = await Measure(Every(300, () => Keep(new byte[1024 - 32])));

        retained.Trend.Should().Be(RetentionTrend.Growing);
        retained.PerOperation.Value.Should().BeApproximately(Array1KB / 300.0, 0.2);
    }

    [Fact]
    public async Task What_some_calls_keep_at_random_is_found_with_an_interval()
    {
        var random = new Random(1);

        // Much more than the tests before still release meanwhile.
        var retained = await Measure(() =>
        {
            if (random.Next(50) == 0)
                Keep(new byte[50_000 - 48]);
        });

        retained.Trend.Should().Be(RetentionTrend.Growing);
        retained.PerOperation.Lower.Should().BeGreaterThan(500);
        retained.PerOperation.Value.Should().BeInRange(700, 1400, "50,000 B in one of fifty calls are 1,000");
    }

    [Theory]
    [InlineData("nothing")]
    [InlineData("a cache that has filled up")]
    [InlineData("a cache that fills up")]
    [InlineData("buffers of the shared pool")]
    [InlineData("a buffer of every size")]
    [InlineData("a dictionary that grows once")]
    public async Task What_comes_to_rest_is_no_leak(string kept)
    {
        var retained = await Measure(CallOf(kept));

        retained.Trend.Should().BeOneOf(RetentionTrend.None, RetentionTrend.Settled);
        retained.PerOperation.Should().Be(Estimate.Exact(0));
    }

    [Fact]
    public async Task What_only_the_server_keeps_is_the_servers()
    {
        var samples = await MeasureSamples(() => _server.Keep(32));

        var retained = Retentions.Of(samples.Cases[0].Retained);
        retained[Metric.ServerRetainedBytes].PerOperation.Should().Be(Estimate.Exact(32));
        retained[Metric.RetainedBytes].PerOperation.Should().Be(Estimate.Exact(0));
    }

    [Theory]
    [InlineData("about", 0)]
    [InlineData("keep/1000", 1024)]
    public async Task What_a_real_server_keeps_is_found_to_the_object(string path, double bytes)
    {
        await using var host = await HostedApis.StartBrokenAsync();
        using var client = host.CreateClient();
        var options = Options with { Usage = () => new HostUsage([host]), FirstWarmUp = WarmUp.Cold };

        var samples = await Fake.Measure(options, 1, Fake.Of(Fake.One, () => client.GetStringAsync(path)));

        var retained = Retentions.Of(samples.Cases[0].Retained);
        retained[Metric.ServerRetainedBytes].PerOperation.Should().Be(Estimate.Exact(bytes));
        // Buffers of the client and boxes of its state machines may not have come to rest yet.
        retained[Metric.RetainedBytes].PerOperation.Value.Should().Be(0);
        retained[Metric.Counter("server.retained.sockets")].PerOperation.Should().Be(Estimate.Exact(0));
    }

    [Fact]
    public async Task Sockets_handles_and_timers_that_are_left_are_counted()
    {
        var samples = await MeasureSamples(Every(50, () =>
        {
            Keep(new Socket(SocketType.Stream, ProtocolType.Tcp));
            Keep(new Timer(_ => { }, null, TimeSpan.FromHours(1), TimeSpan.FromHours(1)));
        }));

        var retained = Retentions.Of(samples.Cases[0].Retained);
        retained[Metric.Counter("retained.timers")].PerOperation.Should().Be(Estimate.Exact(1 / 50.0));
        retained[Metric.Counter("retained.handles")].PerOperation.Should().Be(Estimate.Exact(1 / 50.0));
        if (OperatingSystem.IsLinux())
            retained[Metric.Counter("retained.sockets")].PerOperation.Should().Be(Estimate.Exact(1 / 50.0));
        retained[Metric.Counter("retained.threads")].PerOperation.Value.Should().Be(0);
    }

    [Fact]
    public async Task A_client_that_is_left_is_counted_as_its_socket_and_the_timer_of_its_handler()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        var calls = 0;

        var samples = await Fake.Measure(Options with { FirstWarmUp = WarmUp.Cold }, 1, Fake.Of(Fake.One, async () =>
        {
            var client = host.CreateClient();
            await client.GetStringAsync("about");
            if (++calls % 50 == 0)
                Keep(client);
            else
                client.Dispose();
        }));

        var retained = Retentions.Of(samples.Cases[0].Retained);
        retained[Metric.Counter("retained.timers")].PerOperation.Should().Be(Estimate.Exact(1 / 50.0));
        if (OperatingSystem.IsLinux())
            retained[Metric.Counter("retained.sockets")].PerOperation.Should().Be(Estimate.Exact(1 / 50.0));
    }

    [Fact]
    public async Task Nothing_is_collected_where_no_verdict_rests_on_it()
    {
        var samples = await Fake.Measure(Fake.Quick, 2, Fake.Of(Fake.One, () => { }));

        samples.Cases[0].Retained.Should().BeNull();
    }

    [Fact]
    public async Task Of_long_operations_windows_are_short()
    {
        var clock = new FakeClock();
        var options = Options with { Clock = clock, Budget = new(TimeSpan.FromSeconds(10)) };

        var samples = await Fake.Measure(options, 1, Fake.Of(
            Fake.One, new VoidOperation(() => clock.Advance(TimeSpan.FromMilliseconds(20))), before: Fake.Nothing));

        samples.Cases[0].Retained!.OperationsPerWindow.Should().Be(5, "a window may take a 41st of 4 s");
        samples.Cases[0].Retained!.Tests.Should().HaveCountGreaterThan(Retention.EnoughWindows);
    }

    [Fact]
    public async Task Each_case_of_a_group_keeps_only_its_own()
    {
        var samples = await Fake.Measure(
            Options,
            2,
            Fake.Of(Fake.Baseline, () => Keep(new byte[1024])),
            Fake.Of(Fake.One, () => { }),
            Fake.Of(Fake.Other, () => Keep(new object())));

        samples.Cases.Select(c => Retentions.Of(c.Retained)[Metric.RetainedBytes].PerOperation).Should().Equal(
            Estimate.Exact(Array1KB + 32), Estimate.Exact(0), Estimate.Exact(24 + 32));
    }

    public void Dispose()
    {
        CloseSockets();
        _last = null;
        Changed?.Invoke(this, EventArgs.Empty);
        _stopping.Dispose();
    }

    private FakeMeasurement Options => Fake.Quick with
    {
        Kinds = SampleKinds.Times | SampleKinds.Retained,
        Limited = new(SampleKinds.Retained),
        Usage = () => _server,
        HasAACheck = false,
        // Collections take long on a busy machine.
        Budget = new(TimeSpan.FromMinutes(2)),
    };

    private static void CloseSockets()
    {
        for (var node = _last; node is not null; node = node.Before)
            (node.Value as IDisposable)?.Dispose();
    }

    private static void Keep(object? value) => _last = new Node(value, _last);

    private Action CallOf(string place) => place switch
    {
        "nothing" => () => GC.KeepAlive(new byte[1000]),
        "a static" => () => Keep(null),
        "one of twenty calls" => Every(20, () => Keep(null)),
        "an event" => () => Changed += new Subscriber().OnChanged,
        "a captured token" => () => _stopping.Token.Register(new Subscriber().OnStopping),
        "an AsyncLocal" => KeepInAsyncLocal,
        "a pool that is never returned to" => () => _pool.Rent(),
        "a cache that has filled up" => () => _cache.TryAdd(_calls++ % 500, new byte[100]),
        // Slowly, so that some windows see it.
        "a cache that fills up" => Every(20, () => _cache.TryAdd(_calls++ % 700, new byte[100])),
        "buffers of the shared pool" => () => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100_000)),
        "a buffer of every size" => () => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(16 << (_calls++ / 500 % 12))),
        "a dictionary that grows once" => Every(3000, () => _cache.TryAdd(_calls++ < 1 ? 1 : 0, new byte[100_000])),
        _ => throw new ArgumentOutOfRangeException(nameof(place), place, null),
    };

    private void KeepInAsyncLocal()
    {
        _local.Value = new byte[1024];
        _never.Task.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
    }

    private static Action Every(int calls, Action action)
    {
        var call = 0;
        return () =>
        {
            if (++call % calls == 0)
                action();
        };
    }

    private async Task<Retention> Measure(Action call) =>
        Retentions.Of((await MeasureSamples(call)).Cases[0].Retained)[Metric.RetainedBytes];

    /// <summary>Each call is a block of its own, as those of requests are.</summary>
    private Task<GroupSamples> MeasureSamples(Action call) =>
        Fake.Measure(Options, 1, Fake.Of(Fake.One, new VoidOperation(call), before: Fake.Nothing));

    private sealed record Node(object? Value, Node? Before);

    private sealed class Subscriber
    {
        public void OnChanged(object? sender, EventArgs e)
        {
        }

        public void OnStopping()
        {
        }
    }

    /// <summary>Knows all that it has given away, as pools of connections do.</summary>
    private sealed class TrackingPool
    {
        private readonly LinkedList<byte[]> _rented = [];

        public void Rent() => _rented.AddLast(new byte[1024 - 48]);
    }
}
