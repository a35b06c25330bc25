using System.Net.Sockets;
using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Machine;
using HttpPerf.Tests.Measuring;
using Xunit;

namespace HttpPerf.Tests.Machine;

public sealed class PortPacingTests
{
    private readonly InstantClock _clock = new();
    private readonly List<string> _pauses = [];
    private int _looks;

    [Fact]
    public async Task Few_waiting_ports_pause_nothing()
    {
        var pacing = Pacing(new PortUse(500, 10, 1000));

        await Wait(pacing);

        pacing.Waited.Should().Be(TimeSpan.Zero);
        _pauses.Should().BeEmpty();
    }

    [Fact]
    public async Task Measuring_pauses_until_half_of_the_ports_wait_at_most()
    {
        var pacing = Pacing(new PortUse(14_200, 10, 28_232), new PortUse(14_117, 9, 28_232), new PortUse(14_116, 9, 28_232));

        await Wait(pacing);

        pacing.Waited.Should().Be(TimeSpan.FromSeconds(10));
        _pauses.Should().Equal(
            "of this machine's 28,232 ports for outgoing connections, 14,200 (50 %) wait after closed ones (TIME_WAIT) and 10 are in use; "
            + "pausing until at most half of them wait",
            "of this machine's 28,232 ports for outgoing connections, 14,117 (50 %) wait after closed ones (TIME_WAIT) and 9 are in use; "
            + "pausing until at most half of them wait");
    }

    [Fact]
    public async Task It_gives_up_after_two_minutes_of_pauses_altogether()
    {
        var many = new PortUse(900, 10, 1000);
        // Twice a minute of pauses, with a while between them; then they don't become fewer.
        var pacing = Pacing([.. Enumerable.Repeat(many, 12), null, .. Enumerable.Repeat(many, 13)]);

        await Wait(pacing);
        _clock.Advance(TimeSpan.FromMinutes(1));
        var paused = async () => await Wait(pacing);

        (await paused.Should().ThrowAsync<EnvironmentFailedException>()).Which.Fault.Should().Be(new Fault.PortsKeptWaiting(
            TimeSpan.FromMinutes(2),
            "of this machine's 1,000 ports for outgoing connections, 900 (90 %) wait after closed ones (TIME_WAIT) and 10 are in use"));
    }

    [Fact]
    public async Task It_looks_at_most_ten_times_a_second()
    {
        var pacing = Pacing(null, null);

        for (var milliseconds = 0; milliseconds < 200; milliseconds++)
        {
            await Wait(pacing);
            _clock.Advance(TimeSpan.FromMilliseconds(1));
        }

        _looks.Should().Be(2);
    }

    [Fact]
    public async Task A_look_that_takes_long_is_taken_the_more_rarely()
    {
        var pacing = new PortPacing(() =>
        {
            _looks++;
            _clock.Advance(TimeSpan.FromMilliseconds(50));
            return null;
        }, () => null, _clock);

        for (var milliseconds = 0; milliseconds < 2000; milliseconds++)
        {
            await Wait(pacing);
            _clock.Advance(TimeSpan.FromMilliseconds(1));
        }

        _looks.Should().Be(2);
    }

    [Fact]
    public async Task A_pause_can_be_cancelled()
    {
        using var cancellation = new CancellationTokenSource();
        var pacing = Pacing(new PortUse(900, 10, 1000));

        var paused = async () => await pacing.WaitForPorts(_ => cancellation.Cancel(), cancellation.Token);

        await paused.Should().ThrowAsync<OperationCanceledException>();
    }

    [Theory]
    [InlineData(SocketError.AddressNotAvailable)]
    [InlineData(SocketError.AddressAlreadyInUse)]
    [InlineData(SocketError.NoBufferSpaceAvailable)]
    public void A_connection_that_got_no_port_is_explained_by_how_they_are_used(SocketError error) =>
        Pacing(new PortUse(600, 390, 1000)).Explain(new HttpRequestException("Cannot connect.", new SocketException((int)error)))
            .Should().Be(new Fault.PortsUsedUp(
                "of this machine's 1,000 ports for outgoing connections, 600 (60 %) wait after closed ones (TIME_WAIT) and 390 are in "
                + "use"));

    [Fact]
    public void Where_ports_are_left_a_failed_connection_is_not_explained_by_them() =>
        Pacing(new PortUse(100, 400, 1000)).Explain(new SocketException((int)SocketError.AddressNotAvailable)).Should().BeNull();

    [Fact]
    public void Other_failures_are_not_explained_by_ports() =>
        Pacing(new PortUse(900, 10, 1000))
            .Explain(new HttpRequestException("Cannot connect.", new SocketException((int)SocketError.ConnectionRefused)))
            .Should().BeNull();

    [Fact]
    public async Task A_case_that_gets_no_port_fails_its_whole_group_with_the_explanation()
    {
        var options = Fake.Quick with { Ports = new(() => null, () => new(800, 190, 1000), _clock) };

        var samples = await Fake.Measure(
            options,
            1,
            Fake.Of(Fake.Baseline, Fake.Nothing),
            Fake.Of(Fake.One, () => throw new SocketException((int)SocketError.AddressNotAvailable)));

        samples.Cases.Should().BeEmpty();
        samples.Failures.Select(f => f.Id).Should().Equal(Fake.Baseline, Fake.One);
        samples.Failures.Select(f => f.Fault).Should().AllBeOfType<Fault.Caused>().Which.Should().OnlyContain(
            f => f.Cause is Fault.PortsUsedUp && f.Symptom is Fault.Threw);
    }

    [Fact]
    public async Task A_group_is_measured_after_a_pause()
    {
        var uses = new Queue<PortUse?>([new(900, 10, 1000), null]);
        var progress = new List<string>();
        var options = Fake.Quick with
        {
            Ports = new(() => uses.Count > 0 ? uses.Dequeue() : null, () => null, _clock),
            Progress = progress.Add,
            EpochProgress = progress.Add,
        };

        var samples = await Fake.Measure(options, 1, Fake.Of(Fake.One, Fake.Nothing));

        progress.Should().Equal(
            "epoch 1 of 1",
            "of this machine's 1,000 ports for outgoing connections, 900 (90 %) wait after closed ones (TIME_WAIT) and 10 are in use; "
            + "pausing until at most half of them wait");
        samples.Failures.Should().BeEmpty();
        options.Ports.Waited.Should().Be(TimeSpan.FromSeconds(5));
    }

    [Fact]
    public async Task Ports_that_never_become_fewer_fail_the_group()
    {
        var options = Fake.Quick with { Ports = new(() => new(900, 10, 1000), () => null, _clock) };

        var samples = await Fake.Measure(options, 1, Fake.Of(Fake.Baseline, Fake.Nothing), Fake.Of(Fake.One, Fake.Nothing));

        samples.Failures.Select(f => f.Id).Should().Equal(Fake.Baseline, Fake.One);
        samples.Failures.Select(f => f.Fault).Should().AllBeOfType<Fault.PortsKeptWaiting>();
    }

    private ValueTask Wait(PortPacing pacing) => pacing.WaitForPorts(_pauses.Add, TestContext.Current.CancellationToken);

    /// <summary>Finds the ports used in these ways, one after another.</summary>
    private PortPacing Pacing(params PortUse?[] uses) => new(() => uses[_looks++], () => uses[^1], _clock);
}
