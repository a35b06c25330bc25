using FluentAssertions;
using HttpPerf.Clients.Measuring;
using Xunit;
using static HttpPerf.Clients.Tests.FakeSubject;

namespace HttpPerf.Clients.Tests;

public class InterleavedRoundsTests
{
    private static readonly Plan ThreeRounds = new(3, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1));

    private readonly List<string> _reported = [];

    [Fact]
    public async Task A_warm_up_is_no_round()
    {
        var measured = await Measure(Answering("a", Answer(1), Answer(10), Answer(20), Answer(30)));

        measured[0].Rounds.Select(round => round.Requests).Should().Equal(10, 20, 30);
    }

    [Fact]
    public async Task Every_subject_runs_once_a_round_in_an_order_that_changes()
    {
        List<string> log = [];
        var plan = ThreeRounds with { Rounds = 20 };
        string[] names = ["a", "b", "c"];

        await new InterleavedRounds(plan, new Random(1), _reported.Add).Measure(
            [.. names.Select(name => Started(name, new FakeSubject.Runner(name, [Answer(1)], log)))], CancellationToken.None);

        var rounds = log.Skip(names.Length).Chunk(names.Length).ToList();
        rounds.Should().HaveCount(20).And.OnlyContain(round => round.Order().SequenceEqual(names));
        rounds.Select(round => string.Concat(round)).Distinct().Should().HaveCount(6);
    }

    [Fact]
    public async Task A_subject_that_fails_has_no_rounds_and_the_others_go_on()
    {
        var wrong = new RunAnswer(90, 10, 1) { Error = "status 500" };

        var measured = await Measure(Answering("a", Answer(1), Answer(10), wrong, Answer(30)), Answering("b", Answer(5)));

        measured[0].Rounds.Should().BeEmpty();
        measured[0].Failure.Should().Be("10 of 100 requests failed, the first by: status 500.");
        measured[1].Rounds.Should().HaveCount(3);
        _reported.Should().Equal("a failed. 10 of 100 requests failed, the first by: status 500.");
    }

    [Fact]
    public async Task A_subject_that_answers_nothing_fails_in_its_warm_up()
    {
        var measured = await Measure(Answering("a", new RunAnswer(0, 0, 1)));

        measured[0].Failure.Should().Be("No request was answered in 1 s.");
    }

    [Fact]
    public async Task A_subject_that_is_not_installed_is_not_started()
    {
        var measured = await Measure(Missing("a"), Answering("b", Answer(5)));

        measured[0].Should().BeEquivalentTo(new { Rounds = Array.Empty<RunAnswer>(), Failure = (string?)null });
        measured[1].Rounds.Should().HaveCount(3);
    }

    [Fact]
    public async Task All_are_ended_when_it_is_cancelled()
    {
        var runner = new FakeSubject.Runner("a", [Answer(1)], []);
        using var cancellation = new CancellationTokenSource();
        Subject cancelling = new("b", "", new(null), _ =>
        {
            cancellation.Cancel();
            throw new OperationCanceledException(cancellation.Token);
        });

        var measuring = () => new InterleavedRounds(ThreeRounds, new Random(1), _reported.Add).Measure(
            [Started("a", runner), cancelling], cancellation.Token);

        await measuring.Should().ThrowAsync<OperationCanceledException>();
        runner.IsDisposed.Should().BeTrue();
    }

    private Task<IReadOnlyList<MeasuredSubject>> Measure(params Subject[] subjects) =>
        new InterleavedRounds(ThreeRounds, new Random(1), _reported.Add).Measure(subjects, CancellationToken.None);
}
