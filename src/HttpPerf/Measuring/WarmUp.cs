using System.Runtime;
using HttpPerf.Machine;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Runs rounds until no case's times fall any more and nothing is compiled any more: this process and the server both compile in tiers, and
/// cold numbers are off by 5–10×.
/// </summary>
/// <param name="IdleTime">The warm-up ends after this time without a gain and without much compilation.</param>
/// <param name="IdleBatches">The minimum number of batches in that time.</param>
/// <param name="RoundsPerBatch">The minimum number of rounds per batch, unless they are long.</param>
/// <param name="ShortestBatch">The minimum duration of a batch.</param>
/// <param name="MostCompilation">The maximum share of a batch of that time that the compiler may work; several threads add up.</param>
/// <param name="Timeout">The warm-up ends after this time in any case.</param>
internal sealed record WarmUp(
    TimeSpan IdleTime, int IdleBatches, int RoundsPerBatch, TimeSpan ShortestBatch, double MostCompilation, TimeSpan Timeout)
{
    /// <summary>
    /// Of a single case, as a difference of logarithms. In a large group of long cases, the medians of a few rounds vary by chance, and
    /// smaller gains would hardly ever cease.
    /// </summary>
    private const double WorthwhileGain = 0.05;

    /// <summary>A batch this long ends, however few rounds it has. What makes short rounds vary is nothing to long ones.</summary>
    private static readonly TimeSpan LongBatch = TimeSpan.FromMilliseconds(200);

    private static readonly TimeSpan ShortestTimeout = TimeSpan.FromSeconds(5);

    /// <summary>For the first epoch of a group.</summary>
    public static WarmUp Cold { get; } = ColdAfter(RecompilationDelay.OfThisProcess);

    /// <summary>For later epochs: the code is compiled, but instances and connections are new.</summary>
    public static WarmUp Warm { get; } = new(
        IdleTime: TimeSpan.Zero,
        IdleBatches: 1,
        RoundsPerBatch: 3,
        ShortestBatch: TimeSpan.FromMilliseconds(20),
        MostCompilation: double.PositiveInfinity,
        Timeout: TimeSpan.FromSeconds(3));

    /// <summary>
    /// For code that is not compiled yet. The runtime recompiles a hot method twice in succession, here and in the server. Times stay
    /// flat on each tier before they fall again. On two busy cores, a client that reads JSON had 5,000 methods compiled in 7 s, at a third
    /// of its speed before the last of them, and often without a gain for 2 s. Until then the compiler worked for half of each batch or
    /// more; later it still compiles a few dozen methods now and then, in a few milliseconds.
    /// </summary>
    /// <param name="recompilationDelay">
    /// How long the process must have met no new method before that; null if nothing is recompiled, so that only connections and caches are
    /// cold.
    /// </param>
    /// <remarks>
    /// Where there is no delay, 0.2 s without a gain tell as much as 0.45 s: groups were warm after 0.8 s instead of 1.3 s, and the times
    /// after either were as far from those after 2.5 s without a gain (126 cases of tests/PerfTests, .NET 10.0.12).
    /// </remarks>
    public static WarmUp ColdAfter(TimeSpan? recompilationDelay) => new(
        IdleTime: recompilationDelay is { } delay ? (2 * delay) + TimeSpan.FromMilliseconds(200) : TimeSpan.Zero,
        IdleBatches: recompilationDelay is null ? 1 : 2,
        RoundsPerBatch: 5,
        ShortestBatch: TimeSpan.FromMilliseconds(recompilationDelay is null ? 50 : 100),
        MostCompilation: 0.25,
        Timeout: TimeSpan.FromSeconds(15));

    /// <summary>The same, but with a timeout that is no longer than the budget, or 5 s, which most code needs less than.</summary>
    public WarmUp Within(TimeSpan budget)
    {
        var longest = budget > ShortestTimeout ? budget : ShortestTimeout;
        return this with { Timeout = longest < Timeout ? longest : Timeout };
    }

    /// <param name="round">Runs a round and returns the times of its cases.</param>
    /// <param name="clock">Measures how long it takes.</param>
    /// <param name="compilation">Returns how long the compiler has worked on all threads; by default, in this process.</param>
    public async Task Run(Func<Task<double[]>> round, TimeProvider clock, Func<TimeSpan>? compilation = null)
    {
        compilation ??= () => JitInfo.GetCompilationTime();
        var start = clock.GetTimestamp();
        var best = await Batch(round, clock, start);
        var (idleSince, idle) = (clock.GetTimestamp(), 0);
        while ((idle < IdleBatches || clock.GetElapsedTime(idleSince) < IdleTime) && clock.GetElapsedTime(start) < Timeout)
        {
            var (batchStart, compiled) = (clock.GetTimestamp(), compilation());
            var levels = await Batch(round, clock, start);
            idle++;
            if ((compilation() - compiled) / clock.GetElapsedTime(batchStart) > MostCompilation)
                (idleSince, idle) = (clock.GetTimestamp(), 0);
            for (var i = 0; i < best.Length; i++)
            {
                if (levels[i] >= best[i] - WorthwhileGain)
                    continue;
                // Updated only here, so that gains too small to count individually add up.
                best[i] = levels[i];
                (idleSince, idle) = (clock.GetTimestamp(), 0);
            }
        }
    }

    /// <summary>The median logarithmic time of each case over some rounds.</summary>
    private async Task<double[]> Batch(Func<Task<double[]>> round, TimeProvider clock, long warmUpStart)
    {
        var start = clock.GetTimestamp();
        var rounds = new List<double[]>();
        do
            rounds.Add(await round());
        while (IsTooShort(rounds.Count, clock.GetElapsedTime(start)) && clock.GetElapsedTime(warmUpStart) < Timeout);
        return [.. rounds[0].Select((_, i) => LogTime.Of(rounds.Select(times => times[i]).Order().ElementAt(rounds.Count / 2)))];
    }

    private bool IsTooShort(int rounds, TimeSpan taken) => taken < ShortestBatch || (rounds < RoundsPerBatch && taken < LongBatch);
}
