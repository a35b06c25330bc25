using FluentAssertions;
using HttpPerf.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>When a warm-up ends, by a clock that goes on with every round and with nothing else.</summary>
public sealed class WarmUpTests
{
    private static readonly WarmUp Standard = new(
        IdleTime: TimeSpan.Zero,
        IdleBatches: 5,
        IdleCalls: 0,
        RoundsPerBatch: 1,
        ShortestBatch: TimeSpan.Zero,
        MostCompilation: 0.05,
        Timeout: TimeSpan.FromMinutes(1));

    private readonly FakeClock _clock = new();
    private int _rounds;
    private TimeSpan _compilation;

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public async Task It_ends_after_that_many_batches_in_a_row_without_a_gain(int batches)
    {
        var result = await Run(Standard with { IdleBatches = batches, RoundsPerBatch = 3 }, _ => [1000]);

        // The first batch is a gain on nothing.
        _rounds.Should().Be(3 * (1 + batches));
        result.IsWarm.Should().BeTrue();
    }

    [Theory]
    [InlineData(1, 1 + 20)]
    [InlineData(50, 50 * (1 + 2))]
    public async Task It_ends_after_some_time_without_a_gain_and_some_batches(int roundsPerBatch, int rounds)
    {
        await Run(
            Standard with { IdleTime = TimeSpan.FromMilliseconds(20), IdleBatches = 2, RoundsPerBatch = roundsPerBatch }, _ => [1000]);

        _rounds.Should().Be(rounds);
    }

    /// <summary>A method that each call calls once is optimized only after so many of them.</summary>
    [Theory]
    [InlineData(1, 100)]
    [InlineData(10, 10)]
    [InlineData(1000, 1)]
    public async Task It_ends_after_some_calls_of_each_case(int callsPerRound, int rounds)
    {
        await Run(Standard with { IdleBatches = 1, IdleCalls = 100 }, _ => [1000], callsPerRound);

        _rounds.Should().Be(1 + rounds);
    }

    [Fact]
    public async Task It_does_not_wait_for_that_many_long_calls()
    {
        await Run(Standard with { IdleBatches = 1, IdleCalls = int.MaxValue }, _ => [1000]);

        _rounds.Should().Be(1 + (int)WarmUp.LongestIdleTime.TotalMilliseconds);
    }

    [Fact]
    public async Task A_batch_of_many_rounds_ends_with_the_warm_up()
    {
        await Run(Standard with { RoundsPerBatch = 1000, Timeout = TimeSpan.FromMilliseconds(100) }, _ => [1000]);

        _rounds.Should().Be(100);
    }

    [Theory]
    [InlineData(250, 1)]
    [InlineData(150, 2)]
    [InlineData(20, 10)]
    public async Task A_batch_of_long_rounds_has_few(int milliseconds, int rounds)
    {
        await Run(Standard with { IdleBatches = 1, RoundsPerBatch = 10 }, _ =>
        {
            _clock.Advance(TimeSpan.FromMilliseconds(milliseconds - 1));
            return [1000];
        });

        _rounds.Should().Be(2 * rounds);
    }

    /// <summary>Times stay flat until the runtime has delayed both of its compilations.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public async Task A_gain_that_comes_as_late_as_compiled_code_may_is_waited_for(int delay)
    {
        await Run(WarmUp.ColdAfter(TimeSpan.FromMilliseconds(delay)), round => [round < 200 + (2 * delay) ? 1000 : 500]);

        _rounds.Should().Be(100 + (2 * (200 + (2 * delay))));
    }

    [Fact]
    public async Task Where_nothing_is_recompiled_one_batch_without_a_gain_is_enough()
    {
        await Run(WarmUp.ColdAfter(null), round => [round < 50 ? 1000 : 500]);

        _rounds.Should().Be(3 * 50);
    }

    [Fact]
    public async Task It_goes_on_while_times_fall()
    {
        await Run(Standard, batch => [1000 * Math.Pow(0.9, Math.Min(batch, 30))]);

        _rounds.Should().Be(31 + 5);
    }

    [Fact]
    public async Task Times_that_stand_still_before_they_fall_again_are_waited_for()
    {
        await Run(Standard, batch => [batch < 5 ? 1000 : 500]);

        _rounds.Should().Be(5 + 1 + 5);
    }

    /// <summary>Each of them is too little to count; together they are not.</summary>
    [Fact]
    public async Task Small_gains_add_up()
    {
        await Run(Standard, batch => [1000 * Math.Pow(1 - 0.029, Math.Min(batch, 30))]);

        _rounds.Should().Be(31 + 5);
    }

    [Fact]
    public async Task Gains_that_stay_small_altogether_are_none()
    {
        await Run(Standard, batch => [1000 * Math.Pow(1 - 0.005, batch)]);

        _rounds.Should().Be(1 + 5);
    }

    [Fact]
    public async Task It_ends_at_its_limit_although_times_still_fall()
    {
        var result = await Run(Standard with { Timeout = TimeSpan.FromMilliseconds(20) }, batch => [1000 * Math.Pow(0.9, batch)]);

        _rounds.Should().Be(20);
        result.Should().Be(new WarmUpResult(TimeSpan.FromMilliseconds(20), IsWarm: false));
    }

    [Fact]
    public async Task A_batch_lasts_its_shortest_time_however_few_rounds_it_needs()
    {
        await Run(Standard with { IdleBatches = 1, ShortestBatch = TimeSpan.FromMilliseconds(10) }, _ => [1000]);

        _rounds.Should().Be(2 * 10);
    }

    [Fact]
    public async Task A_batch_counts_by_its_median_so_that_one_round_far_off_is_neither_a_gain_nor_hides_one()
    {
        var warmUp = Standard with { IdleBatches = 1, RoundsPerBatch = 3 };

        // Every batch has a round that is far too fast, and each a faster one than the batch before it.
        await Run(warmUp, round => [round % 3 == 0 ? Math.Pow(0.1, round) : 1000]);
        _rounds.Should().Be(2 * 3);

        // Times halve once, in a batch with a round that is far too slow.
        _rounds = 0;
        await Run(warmUp, round => [round == 3 ? 1e9 : round < 3 ? 1000 : 500]);
        _rounds.Should().Be(3 * 3);
    }

    [Fact]
    public async Task A_gain_of_one_short_case_counts_however_many_others_have_none()
    {
        await Run(Standard, batch => [batch < 5 ? 1 : 0.94, .. Enumerable.Repeat(1_000_000.0, 8)]);

        _rounds.Should().Be(5 + 1 + 5);
    }

    [Fact]
    public async Task A_gain_of_one_case_is_not_lost_when_another_has_its_own()
    {
        // The first case gets slower by chance when the second gains; its gain after that is on nothing better than it had.
        await Run(Standard, batch => [batch == 3 ? 1500 : 1000, batch < 3 ? 1000 : 500]);

        _rounds.Should().Be(3 + 1 + 5);
    }

    /// <summary>Hot methods may wait for the compiler for seconds, in which no time falls.</summary>
    [Theory]
    [InlineData(0.06, 8 + 5)]
    [InlineData(0.05, 1 + 5)]
    public async Task It_goes_on_while_the_compilers_work_for_much_of_the_time(double milliseconds, int rounds)
    {
        await Run(Standard, batch =>
        {
            _compilation += batch < 8 ? TimeSpan.FromMilliseconds(milliseconds) : TimeSpan.Zero;
            return [1000];
        });

        _rounds.Should().Be(rounds);
    }

    [Fact]
    public async Task A_server_that_still_compiles_is_waited_for_unless_times_have_long_stopped_falling()
    {
        var (calls, reads) = (0, 0);
        var options = Fake.Quickest with
        {
            Clock = _clock,
            FirstWarmUp = Standard,
            Compilation = () => Task.FromResult(TimeSpan.FromMilliseconds(100 * reads++)),
        };
        var benchmark = Fake.Of(
            Fake.One,
            new VoidOperation(() =>
            {
                calls++;
                _clock.Advance(TimeSpan.FromMilliseconds(10));
            }),
            before: Fake.Nothing);

        var samples = await Fake.Measure(options, 1, benchmark);

        calls.Should().BeGreaterThan((int)(WarmUp.LongestCompilation / TimeSpan.FromMilliseconds(10)));
        samples.ColdAfter.Should().BeNull("the code compiles something in every call");
    }

    [Fact]
    public async Task Where_times_still_fall_in_the_end_they_are_said_to_be_cold()
    {
        var options = Fake.Quickest with
        {
            Clock = _clock,
            FirstWarmUp = Standard with { IdleBatches = int.MaxValue, Timeout = TimeSpan.FromSeconds(4) },
        };
        var benchmark = Fake.Of(
            Fake.One, new VoidOperation(() => _clock.Advance(TimeSpan.FromMilliseconds(10))), before: Fake.Nothing);

        (await Fake.Measure(options, 1, benchmark)).ColdAfter.Should().BeCloseTo(TimeSpan.FromSeconds(4), TimeSpan.FromMilliseconds(10));
    }

    /// <summary>Every round takes a millisecond of the clock.</summary>
    private Task<WarmUpResult> Run(WarmUp warmUp, Func<int, double[]> times, int callsPerRound = 1) => warmUp.Run(
        () =>
        {
            _clock.Advance(TimeSpan.FromMilliseconds(1));
            return Task.FromResult(times(_rounds++));
        },
        callsPerRound,
        _clock,
        () => Task.FromResult(_compilation));
}
