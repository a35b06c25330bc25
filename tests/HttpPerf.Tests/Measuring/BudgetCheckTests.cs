using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class BudgetCheckTests
{
    private readonly FakeClock _clock = new();

    [Fact]
    public async Task A_call_longer_than_the_budget_is_refused_before_the_third()
    {
        var calls = 0;
        var operation = Fake.Of(
            Fake.One,
            new VoidOperation(() =>
            {
                calls++;
                _clock.Advance(TimeSpan.FromSeconds(12));
            }));
        var options = Fake.Quick with { Clock = _clock, Budget = new(TimeSpan.FromSeconds(10)), HasAACheck = false };

        var samples = await Fake.Measure(options, 1, operation);

        samples.Failures.Should().ContainSingle().Which.Fault.Should().Be(
            new Fault.CallTooLong("Fake.One", TimeSpan.FromSeconds(12), TimeSpan.FromSeconds(10)));
        calls.Should().Be(2);
    }

    [Fact]
    public void The_first_call_of_a_case_may_take_longer_than_the_budget()
    {
        var check = Check(2, 1, seconds: 10);
        foreach (var id in new[] { Fake.One, Fake.Other })
        {
            check.StartCall(id);
            _clock.Advance(TimeSpan.FromSeconds(12));
            check.StartCall(id);
            _clock.Advance(TimeSpan.FromSeconds(1));
            check.StartCall(id);
        }
    }

    [Fact]
    public async Task Long_blocks_that_would_take_more_than_twice_the_budget_are_refused_before_the_warm_up()
    {
        var check = Check(2, 5, seconds: 10);

        // 5 × (2 + 8) rounds in epochs, and 14 before them.
        var refused = () => check.CheckBlocks([Fake.One, Fake.Other], Estimates([0.99e8, 0.40e9], [0.99e8, 0.32e9]));

        var exception = (await refused.Should().ThrowAsync<GroupFailedException>()).Which;
        exception.Longest.Should().Equal(Fake.Other);
        exception.Fault.Should().Be(new Fault.RoundTooLong(
            2,
            TimeSpan.FromSeconds(0.32),
            Epochs: 5,
            Rounds: 2,
            Needed: TimeSpan.FromSeconds(64 * 0.32),
            Budget: TimeSpan.FromSeconds(10),
            Builds: 1,
            Allowed: TimeSpan.FromSeconds(20)));
    }

    [Fact]
    public async Task Of_cases_without_a_baseline_only_the_longest_are_refused()
    {
        var (ping, login) = (Cases.Alone("Requests.ping"), Cases.Alone("Requests.login"));
        var options = Fake.Quickest with { Budget = new(TimeSpan.FromSeconds(2)), HasAACheck = false };

        // 10 rounds in the epoch and 14 before it take 6 s. A group may take 5 s.
        var samples = await Fake.Measure(options, 1, Fake.Of(ping, () => { }), Fake.Of(login, () => Thread.Sleep(250)));

        var failure = samples.Failures.Should().ContainSingle().Subject;
        failure.Id.Should().Be(login);
        failure.Fault.Should().BeOfType<Fault.RoundTooLong>();
        samples.Cases.Should().ContainSingle().Which.Id.Should().Be(ping);
    }

    [Fact]
    public async Task Both_builds_of_the_longest_cases_are_refused_and_no_others()
    {
        CaseId[] ids = [.. Enumerable.Range(1, 3).Select(i => Cases.Alone($"R.Get{i}")).SelectMany(id => new[] { id, id.Before() })];
        double[] blocks = [0.1e9, 0.1e9, 0.3e9, 0.1e9, 0.2e9, 0.1e9];
        // 64 rounds of 0.31 s fit.
        var refused = () => Check(6, 5, seconds: 10, builds: 2).CheckBlocks(ids, Estimates(blocks, blocks));

        (await refused.Should().ThrowAsync<GroupFailedException>()).Which.Longest.Should().Equal(ids[2], ids[3], ids[4], ids[5]);
    }

    [Theory]
    [InlineData(0.99e8, 0.31e9)]
    [InlineData(0.99e8, 0.99e8)]
    public Task Blocks_that_may_get_short_enough_are_warmed_up(double one, double other) =>
        Check(2, 5, seconds: one == other ? 0.01 : 10).CheckBlocks([Fake.One, Fake.Other], Estimates([one, other]));

    [Fact]
    public Task Blocks_that_were_long_only_once_are_not_refused() =>
        Check(2, 5, seconds: 10).CheckBlocks([Fake.One, Fake.Other], Estimates([1e5, 5e9], [1e5, 1e5]));

    [Theory]
    [InlineData(0.31, 2)]
    [InlineData(0.25, 2)]
    [InlineData(0.125, 8)]
    [InlineData(0.01, 192)]
    public void Rounds_leave_time_for_what_an_epoch_calls_besides_but_are_no_fewer_than_two(double round, int rounds) =>
        Check(1, 5, seconds: 10).AffordableRounds(TimeSpan.FromSeconds(round), [(Fake.One, 1)]).Should().Be(rounds);

    [Fact]
    public void Rounds_that_would_take_more_than_twice_the_budget_are_refused()
    {
        var refused = () => Check(1, 5, seconds: 10).AffordableRounds(TimeSpan.FromSeconds(0.32), [(Fake.One, 1)]);

        refused.Should().Throw<GroupFailedException>().Which.Fault.Should().BeOfType<Fault.RoundTooLong>().Which.Cases.Should().Be(1);
    }

    [Fact]
    public void Those_that_make_a_round_too_long_after_their_warm_up_are_named()
    {
        // A quarter of the blocks' time is a quarter of the round's, which fits.
        var refused = () => Check(2, 5, seconds: 10).AffordableRounds(TimeSpan.FromSeconds(0.4), [(Fake.One, 0.1e9), (Fake.Other, 0.3e9)]);

        refused.Should().Throw<GroupFailedException>().Which.Longest.Should().Equal(Fake.Other);
    }

    [Theory]
    [InlineData(1, 0.078)]
    [InlineData(2.5, 0.078)]
    [InlineData(5, 0.156)]
    public void The_shortest_budgets_allow_five_seconds(double budget, double round)
    {
        var check = Check(1, 5, budget);
        var refused = () => check.AffordableRounds(TimeSpan.FromSeconds(round + 0.001), [(Fake.One, 1)]);

        check.AffordableRounds(TimeSpan.FromSeconds(round), [(Fake.One, 1)]).Should().Be(2);
        refused.Should().Throw<GroupFailedException>();
    }

    [Fact]
    public void Two_builds_are_allowed_twice_as_long()
    {
        var check = Check(2, 5, seconds: 2, builds: 2);
        var refused = () => check.AffordableRounds(TimeSpan.FromSeconds(0.157), [(Fake.One, 1)]);

        check.AffordableRounds(TimeSpan.FromSeconds(0.156), [(Fake.One, 1)]).Should().Be(2);
        refused.Should().Throw<GroupFailedException>().Which.Fault.Should().Match<Fault.RoundTooLong>(
            fault => fault.Builds == 2 && fault.Budget == TimeSpan.FromSeconds(2) && fault.Allowed == TimeSpan.FromSeconds(10));
    }

    /// <summary>One estimate after the other.</summary>
    private static Func<Task<IReadOnlyList<double>>> Estimates(params IReadOnlyList<double>[] blocks)
    {
        var next = new Queue<IReadOnlyList<double>>(blocks);
        return () => Task.FromResult(next.Dequeue());
    }

    private BudgetCheck Check(int cases, int epochs, double seconds, int builds = 1) =>
        new(cases, epochs, new(TimeSpan.FromSeconds(seconds)), _clock, builds);
}
