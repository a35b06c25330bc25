using FluentAssertions;
using HttpPerf.Measuring;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>The order and the number of starts, by processes that are scripted.</summary>
public sealed class InterleavedStartsTests
{
    private static readonly CaseId Start = CaseId.OfStart("Orders");

    private readonly InstantClock _clock = new();
    private readonly List<CaseId> _started = [];

    [Fact]
    public async Task Builds_are_started_in_turn_and_either_begins()
    {
        var samples = await Measure(TimeSpan.FromMinutes(10), _ => true);

        samples.Rounds.Should().Be(32);
        _started.Chunk(2).Should().OnlyContain(pair => pair.Distinct().Count() == 2);
        _started.Chunk(2).Select(pair => pair[0]).Distinct().Should().HaveCount(2);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(8)]
    public async Task Starts_end_with_the_first_look_that_decides(int decided)
    {
        var samples = await Measure(TimeSpan.FromMinutes(10), samples => samples.Rounds < decided);

        samples.Rounds.Should().Be(decided);
    }

    /// <summary>A start takes one second here.</summary>
    [Theory]
    [InlineData(1, 3)]
    [InlineData(13, 6)]
    [InlineData(1000, 32)]
    public async Task Starts_end_when_the_time_is_up(int seconds, int rounds)
    {
        var samples = await Measure(TimeSpan.FromSeconds(seconds), _ => true);

        samples.Rounds.Should().Be(rounds);
    }

    [Fact]
    public async Task A_case_that_does_not_start_is_a_failure_and_the_other_goes_on()
    {
        var samples = await Measure(TimeSpan.FromMinutes(10), _ => false, id => id.IsBefore);

        samples.Failures.Should().ContainSingle().Which.Id.Should().Be(Start.Before());
        samples.Find(Start)!.Starts.Should().HaveCount(3);
    }

    private async Task<GroupStarts> Measure(TimeSpan budget, Func<GroupStarts, bool> needsMore, Func<CaseId, bool>? fails = null)
    {
        var cases = new[] { Start, Start.Before() }.ToDictionary(id => id, id => (StartCase)(_ =>
        {
            _started.Add(id);
            _clock.Advance(TimeSpan.FromSeconds(1));
            return fails?.Invoke(id) == true
                ? throw new CaseStartException("It ended.", new InvalidOperationException())
                : Task.FromResult(new StartSample(1, 2, 3, 4, 5, []));
        }));
        return await new InterleavedStarts(cases, budget, needsMore, _clock).Measure(TestContext.Current.CancellationToken);
    }
}
