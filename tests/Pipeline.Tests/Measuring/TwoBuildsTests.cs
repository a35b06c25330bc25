using FluentAssertions;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Microsoft.AspNetCore.Builder;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>
/// Two builds are treated alike: a call right after another one to the same server is faster than one after a call to the other's, so each
/// must come as often after its own. By a clock that goes on with every call and with nothing else.
/// </summary>
public sealed class TwoBuildsTests
{
    private readonly FakeClock _clock = new();
    private readonly List<CaseId> _calls = [];
    private readonly List<CaseId> _setUps = [];

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Both_are_called_and_set_up_equally_often_and_equally_often_after_themselves(int cases)
    {
        var samples = await Measure(cases);

        samples.AACheck.Control.Should().HaveCount(7, "control instances take part");
        _setUps.Count(id => id.IsBefore).Should().Be(_setUps.Count / 2);
        // The probe calls cases as often as time allows, which is by no fake clock.
        _calls.Count(id => id.IsBefore).Should().BeCloseTo(_calls.Count / 2, (uint)_calls.Count / 100);
        SharesAfterOwn(isBefore: true).Should().BeApproximately(SharesAfterOwn(isBefore: false), 0.02);
    }

    /// <summary>One finds cold what the other finds warm, before there are rounds that shuffle them.</summary>
    [Fact]
    public async Task Each_of_them_is_called_first_as_often_as_the_other()
    {
        var first = new List<bool>();
        for (var run = 0; run < 8; run++)
        {
            _calls.Clear();
            await Fake.Measure(Options with { Random = new Random(run) }, 1, Both(cases: 2));
            var order = _calls.Distinct().ToList();
            order.Select(id => id.Name).Should().Equal(order[0].Name, order[0].Name, order[2].Name, order[2].Name);
            order[0].IsBefore.Should().NotBe(order[2].IsBefore);
            first.Add(order[0].IsBefore);
        }

        first.Should().Contain(true).And.Contain(false);
    }

    [Fact]
    public async Task A_copy_is_of_a_case_that_both_have()
    {
        await Measure(OfToday("New", isBaseline: true), OfToday("Old"), OfEarlierBuild("Old"));

        _setUps.CountBy(id => $"{id}").Should().BeEquivalentTo(new Dictionary<string, int>
        {
            ["Fake.New"] = 8,
            ["Fake.Old"] = 15,
            ["Fake.Old of the earlier build"] = 15,
        });
    }

    /// <summary>Of either build, the first calls find the block too short, and later ones don't.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Their_blocks_have_as_many_calls(bool isBefore)
    {
        var isSlow = false;
        Benchmark[] pair = [OfToday("Same"), OfEarlierBuild("Same")];
        var samples = await Fake.Measure(Options, 1, [.. pair.Select(b => b.Id.IsBefore != isBefore ? b : Fake.Of(b.Id, () =>
        {
            isSlow = !isSlow;
            Thread.SpinWait(isSlow ? 1 : 5_000);
        }))]);

        samples.Before[0].OperationsPerBlock.Should().Be(samples.Cases[0].OperationsPerBlock).And.BeGreaterThan(1);
    }

    /// <summary>
    /// Counting runs code of its own. Servers of different builds would compile it during the first rounds, each at another time.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Servers_of_different_builds_are_counted_before_the_first_rounds(bool areSeparate)
    {
        using var client = new HttpClient();
        await using WebApplication today = await LoopbackApi.Start(), earlier = await LoopbackApi.Start();
        // A null is the start of counting.
        var calls = new List<CaseId?>();
        var setUps = new List<int>();
        Benchmark Asking(CaseId id, WebApplication server) => Fake.Of(
            id,
            new TaskOperation<string>(() =>
            {
                calls.Add(id);
                return client.GetStringAsync(server.Urls.Single());
            }),
            () => setUps.Add(calls.Count));
        var id = Cases.Alone("Fake.Get");

        await Fake.Measure(
            Fake.Quickest with
            {
                Kinds = SampleKinds.Times | SampleKinds.Counters,
                HasAACheck = false,
                Counters = _ =>
                {
                    calls.Add(null);
                    return new FakeCounters();
                },
            },
            2,
            Asking(id, today),
            Asking(id.Before(), areSeparate ? earlier : today));

        var epochs = new[] { calls[..setUps[2]], calls[setUps[2]..] };
        epochs.Select(HasRoundsAfterCounting).Should().Equal(areSeparate, false);

        static bool HasRoundsAfterCounting(List<CaseId?> calls) => calls[calls.LastIndexOf(null)..].OfType<CaseId>().Distinct().Count() > 1;
    }

    private FakeMeasurement Options => Fake.Quickest with
    {
        Clock = _clock,
        FirstLook = TimeSpan.FromSeconds(1),
        Budget = new(TimeSpan.FromSeconds(100)),
    };

    private double SharesAfterOwn(bool isBefore)
    {
        var calls = _calls.Skip(1).Zip(_calls, (call, previous) => (call, previous)).Where(c => c.call.IsBefore == isBefore).ToArray();
        return calls.Count(c => c.previous.IsBefore == isBefore) / (double)calls.Length;
    }

    private Task<GroupSamples> Measure(int cases) => Measure(Both(cases));

    private Task<GroupSamples> Measure(params Benchmark[] benchmarks) => Fake.Measure(Options, 8, benchmarks);

    private Benchmark[] Both(int cases) =>
        [.. Enumerable.Range(0, cases).SelectMany(i => new[] { OfToday($"Case{i}", isBaseline: i == 0), OfEarlierBuild($"Case{i}") })];

    private Benchmark OfToday(string name, bool isBaseline = false) =>
        Case(isBaseline ? Cases.Baseline($"Fake.{name}") : Cases.Alone($"Fake.{name}"));

    private Benchmark OfEarlierBuild(string name) => Case(Cases.Alone($"Fake.{name}").Before());

    private Benchmark Case(CaseId id) => Fake.Of(
        id,
        new VoidOperation(() =>
        {
            _calls.Add(id);
            _clock.Advance(TimeSpan.FromMilliseconds(1));
        }),
        setUp: () => _setUps.Add(id),
        // With iterations, a block is a single call.
        before: Fake.Nothing);
}
