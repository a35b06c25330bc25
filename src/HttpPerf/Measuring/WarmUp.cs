using HttpPerf.Machine;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>
/// Runs rounds until no case's times fall any more and nothing is compiled any more: this process and the servers compile in tiers, and
/// cold numbers are off by 5–10×.
/// </summary>
/// <param name="IdleTime">The warm-up ends after this time without a gain and without much compilation.</param>
/// <param name="IdleBatches">The minimum number of batches in that time.</param>
/// <param name="IdleCalls">The minimum number of calls of each case in that time, unless they take <see cref="LongestIdleTime"/>.</param>
/// <param name="RoundsPerBatch">The minimum number of rounds per batch, unless they are long.</param>
/// <param name="ShortestBatch">The minimum duration of a batch.</param>
/// <param name="MostCompilation">
/// The maximum share of a batch of that time that the compilers of all processes may work; several threads add up.
/// </param>
/// <param name="Timeout">The warm-up ends after this time in any case.</param>
internal sealed record WarmUp(
    TimeSpan IdleTime,
    int IdleBatches,
    int IdleCalls,
    int RoundsPerBatch,
    TimeSpan ShortestBatch,
    double MostCompilation,
    TimeSpan Timeout)
{
    /// <summary>
    /// Of a single case, as a difference of logarithms. In a large group of long cases, the medians of a few rounds vary by chance, and
    /// smaller gains would hardly ever cease.
    /// </summary>
    private const double WorthwhileGain = 0.05;

    /// <summary>
    /// The runtime counts 30 calls of a method before it compiles it with instrumentation, and 30 more before it optimizes it.
    /// </summary>
    private const int CallsToTierUp = 64;

    /// <summary>A batch this long ends, however few rounds it has. What makes short rounds vary is nothing to long ones.</summary>
    private static readonly TimeSpan LongBatch = TimeSpan.FromMilliseconds(200);

    /// <summary>A call so long that fewer of them fit hardly depends on a method that it calls only once.</summary>
    public static readonly TimeSpan LongestIdleTime = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Times that don't fall for this long won't, although compilers work: some code compiles something in every call. Warming up takes
    /// less, and on a busy machine times fall all the while.
    /// </summary>
    public static readonly TimeSpan LongestCompilation = TimeSpan.FromSeconds(10);

    /// <summary>For the first epoch of a group.</summary>
    public static WarmUp Cold { get; } = ColdAfter(RecompilationDelay.OfThisProcess);

    /// <summary>For later epochs: the code is compiled, but instances and connections are new.</summary>
    public static WarmUp Warm { get; } = new(
        IdleTime: TimeSpan.Zero,
        IdleBatches: 1,
        IdleCalls: 0,
        RoundsPerBatch: 3,
        ShortestBatch: TimeSpan.FromMilliseconds(20),
        MostCompilation: double.PositiveInfinity,
        Timeout: TimeSpan.FromSeconds(3));

    /// <summary>
    /// For code that is not compiled yet. The runtime recompiles a hot method twice in succession, here and in the servers. Times stay flat
    /// on each tier before they fall again. Two servers of an API with EF Core compiled 12,800 methods in 9 s, for half of that time or
    /// more; only then did its calls take 0.37 instead of 2 ms. Later they compiled 70 methods in 15 s, for 0.3 % of the time.
    /// </summary>
    /// <param name="recompilationDelay">
    /// How long the process must have met no new method before that; null if nothing is recompiled, so that only connections and caches are
    /// cold.
    /// </param>
    public static WarmUp ColdAfter(TimeSpan? recompilationDelay) => new(
        IdleTime: recompilationDelay is { } delay ? (2 * delay) + TimeSpan.FromMilliseconds(200) : TimeSpan.Zero,
        IdleBatches: recompilationDelay is null ? 1 : 2,
        IdleCalls: recompilationDelay is null ? 0 : CallsToTierUp,
        RoundsPerBatch: 5,
        ShortestBatch: TimeSpan.FromMilliseconds(recompilationDelay is null ? 50 : 100),
        MostCompilation: 0.05,
        Timeout: TimeSpan.FromSeconds(30));

    /// <param name="round">Runs a round and returns the times of its cases.</param>
    /// <param name="callsPerRound">How often a round calls the case that it calls least, 1 or more.</param>
    /// <param name="clock">Measures how long it takes.</param>
    /// <param name="compilation">Returns how long the compilers of all processes have worked.</param>
    /// <returns>How long it took, and whether everything is warm.</returns>
    public async Task<WarmUpResult> Run(
        Func<Task<double[]>> round, long callsPerRound, TimeProvider clock, Func<Task<TimeSpan>> compilation)
    {
        var start = clock.GetTimestamp();
        var best = (await Batch(round, clock, start)).Levels;
        var (idleSince, idle, idleRounds) = (0L, 0, 0);
        Restart();
        var lastGain = idleSince;
        while (!IsIdle() && !HasTimedOut())
        {
            var (batchStart, compiled) = (clock.GetTimestamp(), await compilation());
            var (levels, rounds) = await Batch(round, clock, start);
            idle++;
            idleRounds += rounds;
            if ((await compilation() - compiled) / clock.GetElapsedTime(batchStart) > MostCompilation)
                Restart();
            for (var i = 0; i < best.Length; i++)
            {
                if (levels[i] >= best[i] - WorthwhileGain)
                    continue;
                // Updated only here, so that gains too small to count individually add up.
                best[i] = levels[i];
                Restart();
                lastGain = idleSince;
            }
        }

        return new(clock.GetElapsedTime(start), IsIdle());

        void Restart() => (idleSince, idle, idleRounds) = (clock.GetTimestamp(), 0, 0);

        bool IsIdle()
        {
            var time = clock.GetElapsedTime(idleSince);
            return clock.GetElapsedTime(lastGain) >= LongestCompilation
                || (idle >= IdleBatches && time >= IdleTime && (idleRounds * callsPerRound >= IdleCalls || time >= LongestIdleTime));
        }

        bool HasTimedOut() => clock.GetElapsedTime(start) >= Timeout;
    }

    /// <summary>The median logarithmic time of each case over some rounds.</summary>
    private async Task<(double[] Levels, int Rounds)> Batch(Func<Task<double[]>> round, TimeProvider clock, long warmUpStart)
    {
        var start = clock.GetTimestamp();
        var rounds = new List<double[]>();
        do
            rounds.Add(await round());
        while (IsTooShort(rounds.Count, clock.GetElapsedTime(start)) && clock.GetElapsedTime(warmUpStart) < Timeout);
        double[] levels =
            [.. rounds[0].Select((_, i) => LogTime.Of(rounds.Select(times => times[i]).Order().ElementAt(rounds.Count / 2)))];
        return (levels, rounds.Count);
    }

    private bool IsTooShort(int rounds, TimeSpan taken) => taken < ShortestBatch || (rounds < RoundsPerBatch && taken < LongBatch);
}

/// <summary>How a warm-up ended.</summary>
/// <param name="Taken">How long it took.</param>
/// <param name="IsWarm">Whether times had stopped falling and compilers had come to rest; otherwise it was ended by its timeout.</param>
internal sealed record WarmUpResult(TimeSpan Taken, bool IsWarm);
