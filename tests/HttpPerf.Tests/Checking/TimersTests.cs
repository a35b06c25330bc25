using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Tests.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Checking;

/// <summary>Timers that a setup starts. They are found by means of a list that the runtime keeps for debuggers.</summary>
public sealed class TimersTests : IDisposable
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly List<IDisposable> _started = [];

    [Theory]
    [InlineData("Timer", "Tick")]
    [InlineData("due later", "Tick")]
    [InlineData("TimeProvider", "a lambda in Start")]
    [InlineData("System.Timers.Timer", "TickAsEvent")]
    public async Task A_timer_that_no_cleanup_stops_is_noted(string kind, string callback) =>
        (await NotesOf(setUp: () => Start(kind))).Should().Equal(
            $"Fake.One has timers running after its [GlobalCleanup] that its [GlobalSetup] has started; they call {callback}. "
            + "They run beside all that is measured later. Dispose of them in [GlobalCleanup].");

    [Theory]
    [InlineData("Timer")]
    [InlineData("due later")]
    [InlineData("TimeProvider")]
    [InlineData("System.Timers.Timer")]
    public async Task A_timer_that_a_cleanup_stops_is_not_noted(string kind) =>
        (await NotesOf(setUp: () => Start(kind), cleanUp: Dispose)).Should().BeEmpty();

    [Fact]
    public async Task All_timers_of_a_case_are_in_one_note() =>
        (await NotesOf(setUp: () =>
        {
            Start("Timer");
            Start("Timer");
            Start("System.Timers.Timer");
        })).Should().ContainSingle().Which.Should().ContainAny("they call Tick, TickAsEvent.", "they call TickAsEvent, Tick.");

    [Fact]
    public async Task A_timer_that_ends_by_itself_is_not_noted()
    {
        using var fired = new ManualResetEventSlim();

        var notes = await NotesOf(
            setUp: () => _started.Add(new Timer(_ => fired.Set(), null, 0, Timeout.Infinite)),
            cleanUp: () => fired.Wait(TestContext.Current.CancellationToken));

        notes.Should().BeEmpty();
    }

    /// <summary>Its finalizer stops it.</summary>
    [Fact]
    public async Task A_timer_that_nothing_refers_to_any_more_is_not_noted() => (await NotesOf(
        setUp: () => Start("due later"),
        cleanUp: _started.Clear)).Should().BeEmpty();

    [Fact]
    public async Task A_timer_that_was_started_before_is_not_noted()
    {
        Start("Timer");

        (await NotesOf(setUp: Fake.Nothing)).Should().BeEmpty();
    }

    [Fact]
    public async Task Timers_of_the_runtime_are_not_noted() =>
        (await NotesOf(setUp: () =>
        {
            _started.Add(new CancellationTokenSource(Minute));
            _started.Add(new PeriodicTimer(Minute));
            _ = Task.Delay(Minute);
        })).Should().BeEmpty();

    [Fact]
    public async Task A_timer_is_found_while_others_start_and_stop()
    {
        const int Looks = 10_000;
        var before = ActiveTimer.All();
        using var started = new ManualResetEventSlim();
        using var stop = new CancellationTokenSource();
        var others = Task.Run(() =>
        {
            // Timers that are started on one processor are in one list.
            Start("TimeProvider");
            started.Set();
            while (!stop.IsCancellationRequested)
                Enumerable.Range(0, 100).Select(_ => new Timer(Tick, null, Minute, Minute)).ToList().ForEach(t => t.Dispose());
        }, TestContext.Current.CancellationToken);
        started.Wait(TestContext.Current.CancellationToken);
        var timer = ActiveTimer.Of(typeof(TimersTests).Assembly, before).First(t => t.Method == "a lambda in Start");

        var found = Enumerable.Range(0, Looks).Count(_ => timer.IsActive);

        await stop.CancelAsync();
        await others;
        found.Should().Be(Looks);
    }

    public void Dispose() => _started.ForEach(s => s.Dispose());

    private static Task<IReadOnlyList<string>> NotesOf(Action setUp, Action? cleanUp = null) => Fake.NotesOf(
        Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), setUp, cleanUp) with { Code = typeof(TimersTests).Assembly });

    private static void Tick(object? state)
    {
    }

    private static void TickAsEvent(object? sender, System.Timers.ElapsedEventArgs e)
    {
    }

    private void Start(string kind)
    {
        switch (kind)
        {
            case "Timer":
                _started.Add(new Timer(Tick, null, 1, 1));
                break;
            case "due later":
                _started.Add(new Timer(Tick, null, Minute, Timeout.InfiniteTimeSpan));
                break;
            case "TimeProvider":
                _started.Add(TimeProvider.System.CreateTimer(_ => { }, null, Minute, Minute));
                break;
            default:
                var timer = new System.Timers.Timer(Minute);
                timer.Elapsed += TickAsEvent;
                timer.Start();
                _started.Add(timer);
                break;
        }
    }
}
