using System.Diagnostics.Metrics;
using FluentAssertions;
using HttpPerf.Counting;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace HttpPerf.Tests.Counting;

[Collection(nameof(Alone))]
public sealed class ProcessCountersTests : IDisposable
{
    private readonly Meter _meter = new("HttpPerf.Tests");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _meter.Dispose();

    [Fact]
    public async Task A_counter_is_summed_for_each_set_of_tags_whatever_their_order()
    {
        var orders = _meter.CreateCounter<long>("orders");

        var counted = await Counted.WhileAsync(() =>
        {
            orders.Add(2, Tag("kind", "book"), Tag("size", 3));
            orders.Add(5, Tag("size", 3), Tag("kind", "book"));
            orders.Add(1, Tag("kind", "book"), Tag("size", null));
            orders.Add(1);
        });

        counted.Counted.Where(reading => reading.Name == "orders").Should().BeEquivalentTo(
        [
            new CounterReading("orders", new Dictionary<string, string> { ["kind"] = "book", ["size"] = "3" }, 7),
            new CounterReading("orders", new Dictionary<string, string> { ["kind"] = "book", ["size"] = "" }, 1),
            new CounterReading("orders", new Dictionary<string, string>(), 1),
        ]);
    }

    [Fact]
    public async Task Where_events_are_switched_off_nothing_is_said_of_what_only_they_tell()
    {
        var counters = new ProcessCounters(hasEvents: false);
        await counters.Start(Cancellation);

        var counted = await counters.Stop(Cancellation);

        counted.Counted.Should().NotContain(reading => reading.Name == "tls.handshakes" || reading.Name == "sockets.connected");
        counted.NotApplicable.Should().ContainKeys("sockets.connected", "wire.*").And.Contain(
            "tls.handshakes", "the process switches .NET's events off (EventSourceSupport)");
    }

    [Fact]
    public async Task Every_type_of_number_is_counted()
    {
        var counted = await Counted.WhileAsync(() =>
        {
            _meter.CreateCounter<byte>("bytes").Add(255);
            _meter.CreateCounter<short>("shorts").Add(30_000);
            _meter.CreateCounter<int>("ints").Add(2_000_000_000);
            _meter.CreateCounter<long>("longs").Add(9_000_000_000_000_000);
            _meter.CreateCounter<float>("floats").Add(0.5f);
            _meter.CreateCounter<double>("doubles").Add(0.25);
            _meter.CreateCounter<decimal>("decimals").Add(0.125m);
        });

        var totals = counted.Counted.Where(
            reading => reading.Name is "bytes" or "shorts" or "ints" or "longs" or "floats" or "doubles" or "decimals");
        totals.ToDictionary(reading => reading.Name, reading => reading.Total).Should().Equal(new Dictionary<string, double>
        {
            ["bytes"] = 255,
            ["shorts"] = 30_000,
            ["ints"] = 2_000_000_000,
            ["longs"] = 9_000_000_000_000_000,
            ["floats"] = 0.5,
            ["doubles"] = 0.25,
            ["decimals"] = 0.125,
        });
    }

    [Fact]
    public async Task A_counter_that_goes_up_and_down_shows_its_change()
    {
        var open = _meter.CreateUpDownCounter<int>("open");
        open.Add(5);

        (await Counted.WhileAsync(() => open.Add(-2))).Total("open").Should().Be(-2);
    }

    [Fact]
    public async Task A_histogram_counts_its_recordings_and_sums_their_values()
    {
        var sizes = _meter.CreateHistogram<double>("sizes");

        var counted = await Counted.WhileAsync(() =>
        {
            sizes.Record(10, Tag("kind", "book"));
            sizes.Record(20.5, Tag("kind", "book"));
        });

        counted.Total("sizes", ("kind", "book")).Should().Be(2);
        counted.Total("sizes.sum", ("kind", "book")).Should().Be(30.5);
    }

    [Fact]
    public async Task An_observable_counter_shows_its_change_for_each_set_of_tags()
    {
        var (books, pens, isPenKnown) = (100, 7, false);
        _meter.CreateObservableCounter("sold", () => isPenKnown
            ? [new Measurement<long>(books, Tag("kind", "book")), new(pens, Tag("kind", "pen"))]
            : new Measurement<long>[] { new(books, Tag("kind", "book")) });
        _meter.CreateObservableUpDownCounter("level", () => -books);

        var counted = await Counted.WhileAsync(() => (books, isPenKnown) = (103, true));

        counted.Total("sold", ("kind", "book")).Should().Be(3);
        counted.Total("sold", ("kind", "pen")).Should().Be(7);
        counted.Total("level").Should().Be(-3);
    }

    [Fact]
    public async Task An_observable_counter_without_a_beginning_or_an_end_has_no_change()
    {
        using var passing = new Meter("HttpPerf.Tests.Passing");
        passing.CreateObservableCounter("before", () => 100);

        var counted = await Counted.WhileAsync(() =>
        {
            passing.Dispose();
            _meter.CreateObservableCounter("after", () => 100);
        });

        counted.Counted.Should().NotContain(reading => reading.Name == "before" || reading.Name == "after");
        counted.NotApplicable["before"].Should().Be("its meter was disposed of before the counting ended");
        counted.NotApplicable["after"].Should().Be("it was created while counting, so its starting value is unknown");
    }

    [Fact]
    public async Task An_observable_counter_that_throws_is_not_counted_and_the_others_are()
    {
        var isBroken = false;
        _meter.CreateObservableCounter("broken", () => isBroken ? throw new InvalidOperationException("The sensor is gone.") : 1);
        var orders = _meter.CreateCounter<long>("orders");
        var counters = new ProcessCounters();
        await counters.Start(Cancellation);
        isBroken = true;

        orders.Add(2);
        var counted = await counters.Stop(Cancellation);

        counted.NotApplicable["broken"].Should().Be("its callback threw InvalidOperationException");
        counted.Broken.Should().Equal("broken");
        counted.Total("orders").Should().Be(2);
        orders.Enabled.Should().BeFalse();
    }

    [Fact]
    public async Task What_is_known_and_did_not_move_is_a_single_0_and_what_nobody_made_is_unknown()
    {
        _meter.CreateCounter<long>("orders");
        _meter.CreateHistogram<long>("sizes");

        var counted = await Counted.WhileAsync(() => { });

        string[] names =
        [
            "orders", "sizes", "sizes.sum", "tls.handshakes", "sockets.connected", "wire.bytesSent", "wire.bytesReceived", "dns.lookups",
            "http.client.connections.opened", "threads.blocked",
        ];
        foreach (var name in names)
            counted.ShouldHaveStoodStill(name);
        counted.Counted.Should().NotContain(reading => reading.Name == "returns");
    }

    [Fact]
    public async Task A_gauge_counts_nothing()
    {
        _meter.CreateGauge<int>("temperature");
        _meter.CreateObservableGauge("pressure", () => 1);

        var counted = await Counted.WhileAsync(() => { });

        counted.Counted.Should().NotContain(reading => reading.Name == "temperature" || reading.Name == "pressure");
        counted.NotApplicable["temperature"].Should().Be("instruments of type Gauge report a current value, not a count");
        counted.NotApplicable["pressure"].Should().Be("instruments of type ObservableGauge report a current value, not a count");
    }

    [Fact]
    public async Task A_name_that_one_instrument_counts_can_be_had_although_another_is_a_gauge()
    {
        using var other = new Meter("HttpPerf.Tests.Other");
        other.CreateGauge<int>("queue");
        var queue = _meter.CreateCounter<int>("queue");

        var counted = await Counted.WhileAsync(() => queue.Add(1));

        counted.Total("queue").Should().Be(1);
        counted.NotApplicable.Should().NotContainKey("queue");
    }

    [Fact]
    public async Task Instruments_of_one_name_are_one_counter()
    {
        using var other = new Meter("HttpPerf.Tests.Other");
        var (mine, theirs) = (_meter.CreateCounter<int>("orders"), other.CreateCounter<int>("orders"));

        var counted = await Counted.WhileAsync(() =>
        {
            mine.Add(1, Tag("kind", "book"));
            theirs.Add(2, Tag("kind", "book"));
        });

        counted.Counted.Where(reading => reading.Name == "orders").Should().ContainSingle().Which.Total.Should().Be(3);
    }

    [Fact]
    public async Task Meters_of_a_container_are_heard_too()
    {
        await using var container = new ServiceCollection().AddMetrics().BuildServiceProvider();
        var meters = container.GetRequiredService<IMeterFactory>();
        var orders = meters.Create("HttpPerf.Tests.Contained").CreateCounter<decimal>("orders");

        var counted = await Counted.WhileAsync(() =>
        {
            orders.Add(1.5m);
            meters.Create("HttpPerf.Tests.Later").CreateCounter<int>("later").Add(2);
        });

        counted.Total("orders").Should().Be(1.5);
        counted.Total("later").Should().Be(2);
    }

    [Fact]
    public async Task Nothing_is_counted_outside_and_nothing_listens()
    {
        var orders = _meter.CreateCounter<long>("orders");
        var counters = new ProcessCounters();
        orders.Add(1);

        var first = await Counted.WhileAsync(counters, () => Task.FromResult(orders.Enabled.Should().BeTrue()));
        orders.Enabled.Should().BeFalse();
        orders.Add(1);
        var second = await Counted.WhileAsync(counters, () =>
        {
            orders.Add(3);
            return Task.CompletedTask;
        });

        first.ShouldHaveStoodStill("orders");
        second.Total("orders").Should().Be(3);
    }

    [Fact]
    public async Task A_new_start_drops_what_was_not_asked_for()
    {
        var orders = _meter.CreateCounter<long>("orders");
        var counters = new ProcessCounters();
        await counters.Start(Cancellation);
        orders.Add(1);

        (await Counted.WhileAsync(counters, () => Task.CompletedTask)).ShouldHaveStoodStill("orders");
    }

    [Fact]
    public async Task A_stop_without_a_start_is_refused() =>
        (await new ProcessCounters().Invoking(counters => counters.Stop(Cancellation)).Should().ThrowAsync<InvalidOperationException>())
            .WithMessage("Nothing is being counted; start first.");

    [Fact]
    public async Task Many_threads_lose_nothing()
    {
        var orders = _meter.CreateCounter<long>("orders");
        var sizes = _meter.CreateHistogram<double>("sizes");

        var counted = await Counted.WhileAsync(new ProcessCounters(), () => Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Run(
            () =>
            {
                for (var i = 0; i < 10_000; i++)
                {
                    orders.Add(1, Tag("parity", i % 2));
                    sizes.Record(0.5, Tag("thread", thread));
                }
            },
            Cancellation))));

        counted.Total("orders", ("parity", "0")).Should().Be(40_000);
        counted.Total("orders", ("parity", "1")).Should().Be(40_000);
        counted.Total("sizes", ("thread", "7")).Should().Be(10_000);
        counted.Total("sizes.sum").Should().Be(40_000);
    }

    private static KeyValuePair<string, object?> Tag(string key, object? value) => KeyValuePair.Create(key, value);
}
