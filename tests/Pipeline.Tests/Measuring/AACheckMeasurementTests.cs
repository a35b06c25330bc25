using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Microsoft.AspNetCore.Builder;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>
/// When and how often the control instance of a group's reference runs, by a clock that goes on with every call and with nothing else.
/// </summary>
public sealed class AACheckMeasurementTests
{
    private readonly FakeClock _clock = new();
    private readonly List<(CaseId Id, bool IsControl)> _calls = [];
    private readonly List<string> _log = [];
    private readonly Dictionary<CaseId, int> _alive = [];
    private readonly List<int> _starts = [];
    private TimeSpan _ofCopies;
    private string? _copyThrowsAt;

    [Theory]
    [InlineData(1, 0, 10)]
    [InlineData(2, 0, 1)]
    [InlineData(2, 0, 10)]
    [InlineData(2, 20, 10)]
    [InlineData(9, 0, 10)]
    [InlineData(2, 0, 50)]
    public async Task The_check_takes_a_tenth_of_the_budget_at_most_its_setup_included(int cases, int setUp, int operation)
    {
        var samples = await Measure(
            8, [.. Enumerable.Range(0, cases).Select(i => Case(Cases.Id($"Fake.{i}", baseline: "Fake.0"), setUp, operation))]);

        (_ofCopies / Options.Budget.Rounds).Should().BeInRange(0.005, 0.1);
        Pairs(samples.AACheck).Should().BeGreaterThan(7);
    }

    [Fact]
    public async Task Where_setting_up_takes_longer_than_a_third_of_that_there_is_none()
    {
        var samples = await Measure(8, Case(Fake.Baseline, setUp: 330), Case(Fake.One, setUp: 330));

        samples.AACheck.Control.Should().BeEmpty();
        _calls.Should().NotContain(c => c.IsControl);
    }

    /// <summary>A call right after one to the same server is faster: copies of one server's case would favor its others.</summary>
    [Fact]
    public async Task Each_of_several_servers_has_a_copy()
    {
        using var client = new HttpClient();
        await using WebApplication first = await LoopbackApi.Start(), second = await LoopbackApi.Start();
        var setUps = new List<CaseId>();
        Benchmark Asking(CaseId id, WebApplication server) =>
            Fake.Of(id, new TaskOperation<string>(() => client.GetStringAsync(server.Urls.Single())), () => setUps.Add(id));

        await Fake.Measure(Fake.Quickest, 8, Asking(Fake.One, first), Asking(Fake.Baseline, first), Asking(Fake.Other, second));

        setUps.CountBy(id => id).Should().Equal(
            new Dictionary<CaseId, int> { [Fake.One] = 8, [Fake.Baseline] = 15, [Fake.Other] = 15 });
    }

    [Fact]
    public async Task Without_a_share_there_are_none()
    {
        await Measure(Options with { HasAACheck = false }, 8, Case(Fake.Baseline));

        _calls.Should().NotContain(c => c.IsControl);
    }

    [Fact]
    public async Task The_first_epoch_has_none_and_each_of_the_others_has_a_stretch_of_rounds()
    {
        var samples = await Measure(ManyRounds, 8, Case(Fake.Baseline, operation: 1), Case(Fake.One, operation: 1));

        samples.Cases[0].Times.Should().HaveCount(8);
        samples.AACheck.Control.Should().HaveCount(7);
        var epochs = Epochs();
        epochs.Should().HaveCount(8);
        epochs[0].Should().NotContain(c => c.IsControl);
        var starts = new HashSet<int>();
        foreach (var (calls, index) in epochs.Skip(1).Select((calls, index) => (calls, index)))
        {
            var copies = calls.FindLastIndex(c => c.IsControl) - calls.FindIndex(c => c.IsControl) + 1;
            var rounds = calls.Count(c => c.IsControl) - samples.AACheck.DoubledControl[index].Length;
            // Where the first and the last of its calls stand in their rounds is chance.
            starts.Add(calls.FindIndex(c => c.IsControl));
            copies.Should().BeInRange(calls.Count(c => c.IsControl) + (2 * (rounds - 2)), calls.Count(c => c.IsControl) + (2 * rounds));
        }

        starts.Should().HaveCountGreaterThan(4, "they begin anywhere");
    }

    [Fact]
    public async Task The_reference_is_the_baseline_or_else_the_first_case()
    {
        await Measure(3, Case(Fake.One), Case(Fake.Baseline), Case(Fake.Other));
        _calls.Where(c => c.IsControl).Select(c => c.Id).Distinct().Should().Equal(Fake.Baseline);

        _calls.Clear();
        CaseId first = Cases.Alone("Fake.First"), second = Cases.Alone("Fake.Second");
        await Measure(3, Case(first), Case(second));
        _calls.Where(c => c.IsControl).Select(c => c.Id).Distinct().Should().Equal(first);
    }

    [Fact]
    public async Task About_one_pair_in_three_is_doubled_and_the_rounds_in_which_the_copy_warms_up_are_no_pairs()
    {
        var check = (await Measure(ManyRounds, 8, Case(Fake.Baseline, operation: 1), Case(Fake.One, operation: 1))).AACheck;

        var doubled = check.DoubledControl.Sum(e => e.Length);
        doubled.Should().BeInRange(Pairs(check) / 4, Pairs(check) * 5 / 12);
        _calls.Count(c => c.IsControl).Should().BeGreaterThanOrEqualTo(Pairs(check) + doubled + check.Control.Count);
    }

    [Fact]
    public async Task The_fewest_rounds_of_a_pass_have_enough_pairs_to_see_whether_times_follow_the_work()
    {
        for (var seed = 0; seed < 10; seed++)
        {
            var options = Options with { Random = new Random(seed), Kinds = SampleKinds.Times };

            var samples = await Measure(options, 4, Case(Fake.Baseline, operation: 5), Case(Fake.One, operation: 5));

            samples.Cases[0].Times.Should().OnlyContain(times => times.Length == 16);
            AACheck.Evaluate(samples.AACheck, 0.01).DoubledControl.Should().NotBeNull($"of seed {seed}");
        }
    }

    [Fact]
    public async Task Where_operations_are_short_64_rounds_an_epoch_are_enough_of_which_16_are_for_getting_warm()
    {
        var samples = await Measure(ManyRounds, 8, Case(Fake.Baseline, operation: 1), Case(Fake.One, operation: 1));

        samples.AACheck.Control.Zip(samples.AACheck.DoubledControl, (copy, doubled) => copy.Length + doubled.Length)
            .Should().OnlyContain(pairs => pairs <= 48).And.Contain(48);
    }

    [Fact]
    public async Task The_copy_is_set_up_after_the_cases_and_cleaned_up_with_them_and_its_iterations_are_whole()
    {
        await Measure(3, Case(Fake.Baseline), Case(Fake.One));

        var epoch = new[]
        {
            "set up Fake.Baseline", "set up Fake.One", "set up Fake.Baseline's copy",
            "clean up Fake.Baseline", "clean up Fake.One", "clean up Fake.Baseline's copy",
        };
        _log.Where(l => l.Contains(" up ", StringComparison.Ordinal)).Should().Equal(
            [.. epoch.Where(l => !l.EndsWith("copy", StringComparison.Ordinal)), .. epoch, .. epoch]);
        _log.Where(l => !l.Contains(" up ", StringComparison.Ordinal)).Chunk(3).Should().OnlyContain(
            c => c.SequenceEqual(new[] { "before", "call", "after" }));
    }

    [Fact]
    public async Task What_the_check_takes_is_not_part_of_the_budget()
    {
        // Enough for a pass of 200 rounds in each epoch, and for another of 62.
        var options = Options with { FirstLook = TimeSpan.FromSeconds(2), Budget = new(TimeSpan.FromSeconds(21)) };

        var samples = await new InterleavedMeasurement(options, Fake.UndecidedTimes)
            .Measure([Case(Fake.Baseline)], 8, CancellationToken.None);

        samples.AACheck.Control.Should().NotBeEmpty();
        samples.Cases[0].Times.Select(e => e.Length).Should().Equal([.. Enumerable.Repeat(200, 8), .. Enumerable.Repeat(62, 8)]);
    }

    /// <summary>As where a [GlobalSetup] listens on a fixed port.</summary>
    [Theory]
    [InlineData("build", nameof(CasePart.Constructor))]
    [InlineData("set up", nameof(CasePart.GlobalSetup))]
    [InlineData("call", nameof(CasePart.Call))]
    [InlineData("clean up", nameof(CasePart.GlobalCleanup))]
    public async Task A_copy_that_throws_costs_the_check_and_no_case(string place, string part)
    {
        _copyThrowsAt = place;

        var samples = await Measure(4, Case(Fake.Baseline), Case(Fake.One));

        samples.Failures.Should().BeEmpty();
        samples.Cases.Select(c => c.Times.Count).Should().Equal(4, 4);
        samples.AACheck.Should().BeEquivalentTo(AASamples.None with { Blocker = samples.AACheck.Blocker });
        var blocker = samples.AACheck.Blocker.Should().BeOfType<Fault.Threw>().Subject;
        blocker.Part.ToString().Should().Be(part);
        blocker.Exception.Should().StartWith("System.InvalidOperationException: One is enough.");
    }

    private FakeMeasurement Options => Fake.Quick with { Clock = _clock, Random = new InOrder(), Budget = new(TimeSpan.FromSeconds(10)) };

    private FakeMeasurement ManyRounds => Options with { FirstLook = TimeSpan.FromSeconds(2), Budget = new(TimeSpan.FromSeconds(100)) };

    /// <summary>Shuffles nothing, so that the copy is what is built last.</summary>
    private sealed class InOrder() : Random(1)
    {
        public override int Next(int minValue, int maxValue) => minValue;
    }

    private static int Pairs(AASamples check) => check.Control.Concat(check.DoubledControl).Sum(e => e.Length);

    private Task<GroupSamples> Measure(int epochs, params Benchmark[] benchmarks) => Measure(Options, epochs, benchmarks);

    private static Task<GroupSamples> Measure(FakeMeasurement options, int epochs, params Benchmark[] benchmarks) =>
        Fake.Measure(options, epochs, benchmarks);

    /// <summary>A case that takes milliseconds of the fake clock. A control instance of it beside one that lives is the copy.</summary>
    private Benchmark Case(CaseId id, int setUp = 0, int operation = 10) => new(id, 1, () =>
    {
        var isCopy = _alive.GetValueOrDefault(id) > 0;
        var name = isCopy ? $"{id}'s copy" : $"{id}";
        _alive[id] = _alive.GetValueOrDefault(id) + 1;
        if (id == Fake.Baseline && !isCopy)
            _starts.Add(_calls.Count);
        if (isCopy && _copyThrowsAt == "build")
            _alive[id]--;
        ThrowAt("build");
        return new Workload(
            new VoidOperation(() =>
            {
                _calls.Add((id, isCopy));
                Take(operation, "call");
            }),
            () => Take(setUp, $"set up {name}"),
            () =>
            {
                _alive[id]--;
                return Take(0, $"clean up {name}");
            },
            () => Take(0, "before"),
            () => Take(0, "after"));

        Task Take(int milliseconds, string what)
        {
            ThrowAt(what);
            _log.Add(what);
            _clock.Advance(TimeSpan.FromMilliseconds(milliseconds));
            _ofCopies += TimeSpan.FromMilliseconds(isCopy ? milliseconds : 0);
            return Task.CompletedTask;
        }

        void ThrowAt(string what)
        {
            if (isCopy && id == Fake.Baseline && _copyThrowsAt is { } place && what.StartsWith(place, StringComparison.Ordinal))
                throw new InvalidOperationException("One is enough.");
        }
    });

    /// <summary>The calls of the epochs of a group whose baseline is set up first.</summary>
    private List<List<(CaseId Id, bool IsControl)>> Epochs() =>
        [.. _starts.Select((start, i) => _calls[start..(i + 1 < _starts.Count ? _starts[i + 1] : _calls.Count)])];
}
