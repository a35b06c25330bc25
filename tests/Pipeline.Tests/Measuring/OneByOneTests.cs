using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>Cases of which only one instance can live, e.g. because each listens on the same port.</summary>
public sealed class OneByOneTests
{
    private readonly List<string> _log = [];
    private readonly List<string> _notes = [];
    private CaseId? _alive;

    [Fact]
    public async Task Cases_that_can_not_live_together_are_measured_one_after_another()
    {
        var samples = await Measure(Exclusive(Fake.Baseline), Exclusive(Fake.One), Fake.Of(Fake.Other, Fake.Nothing));

        samples.Failures.Should().BeEmpty();
        samples.Cases.Should().HaveCount(3).And.OnlyContain(
            c => c.MeasuredAlone && c.Times.Count == 4 && c.SoloRuns.Count == 4);
        samples.Cases.Select(c => c.Times.Sum(e => e.Length)).Distinct().Should().ContainSingle("all have as many rounds");
        samples.AACheck.Control.Should().BeEmpty("there can't be a control instance");
        samples.AACheck.Blocker.Should().BeOfType<Fault.Threw>().Which.Part.Should().Be(CasePart.GlobalSetup);
        _notes.Should().ContainSingle().Which.Should().MatchRegex(
            @"^Cases were measured one after another, because Fake\.(One|Baseline) can't be set up beside the others\. Ratios are less "
            + @"certain, and results were not compared\. \[GlobalSetup\] threw System\.InvalidOperationException: Fake\.\w+ lives\.$");
    }

    [Fact]
    public async Task Each_epoch_has_an_order_of_its_own()
    {
        await Measure(Exclusive(Fake.Baseline), Exclusive(Fake.One));

        // Of the last four epochs; before them come the attempt beside each other and the preparation.
        _log.TakeLast(8).Chunk(2).Select(epoch => string.Join(", ", epoch)).Distinct().Should().BeEquivalentTo(
            "Fake.Baseline, Fake.One", "Fake.One, Fake.Baseline");
    }

    [Fact]
    public async Task A_case_that_can_not_be_set_up_alone_either_fails_and_the_others_are_measured_together()
    {
        var broken = Fake.Of(
            Fake.One, new VoidOperation(Fake.Nothing), setUp: () => throw new InvalidOperationException("It is broken."));

        var samples = await Measure(Fake.Of(Fake.Baseline, Fake.Nothing), broken, Fake.Of(Fake.Other, Fake.Nothing));

        samples.Failures.Single().Fault.Should().BeOfType<Fault.Threw>().Which.Exception.Should().Contain("It is broken.");
        samples.Cases.Should().HaveCount(2).And.OnlyContain(c => !c.MeasuredAlone);
        _notes.Should().BeEmpty();
    }

    [Fact]
    public async Task A_case_whose_setup_fails_beside_others_and_hangs_alone_leaves_the_others()
    {
        // A clock of its own: on a busy machine, another setup might take longer than the timeout.
        var (others, never, clock) = (0, new TaskCompletionSource(), new AlarmClock());
        Task Hang()
        {
            clock.Advance(TimeSpan.FromSeconds(3));
            return never.Task;
        }

        var hanging = new Benchmark(Fake.One, 1, () => new Workload(
            new VoidOperation(Fake.Nothing),
            () => others > 0 ? throw new InvalidOperationException("It is taken.") : Hang(),
            () => Task.CompletedTask));
        Benchmark Holding(CaseId id) => Fake.Of(
            id, new VoidOperation(() => clock.Advance(TimeSpan.FromMilliseconds(1))), setUp: () => others++, cleanUp: () => others--);
        var options = Fake.Quickest with { Clock = clock, Budget = new(TimeSpan.FromMinutes(10)), SetUpTimeout = TimeSpan.FromSeconds(2) };

        var samples = await Fake.Measure(options, 1, Holding(Fake.Baseline), hanging, Holding(Fake.Other));

        samples.Failures.Should().ContainSingle().Which.Fault.Should().Be(new Fault.Hung("Fake.One", TimeSpan.FromSeconds(2)));
        samples.Cases.Select(c => c.Id).Should().Equal(Fake.Baseline, Fake.Other);
    }

    [Fact]
    public async Task A_case_that_fails_while_it_is_measured_alone_leaves_the_others()
    {
        var calls = 0;
        var failing = Exclusive(Fake.Other, () =>
        {
            if (++calls > 100)
                throw new InvalidOperationException("It is full.");
        });

        var samples = await Measure(Exclusive(Fake.Baseline), Exclusive(Fake.One), failing);

        samples.Failures.Single().Fault.Should().BeOfType<Fault.Threw>().Which.Exception.Should().Contain("It is full.");
        samples.Cases.Select(c => c.Id).Should().Equal(Fake.Baseline, Fake.One);
    }

    private Task<GroupSamples> Measure(params Benchmark[] benchmarks) =>
        Fake.Measure(Fake.Quick with { Note = _notes.Add }, 4, benchmarks);

    private Benchmark Exclusive(CaseId id, Action? operation = null) => Fake.Of(
        id,
        new VoidOperation(operation ?? Fake.Nothing),
        setUp: () =>
        {
            if (_alive is not null)
                throw new InvalidOperationException($"{_alive} lives.");
            _alive = id;
            _log.Add($"{id}");
        },
        cleanUp: () => _alive = _alive == id ? null : _alive);
}
