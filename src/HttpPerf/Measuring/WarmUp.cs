using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Runs rounds until times stop falling: this process and the server both compile in tiers, and cold numbers are off by 5–10×.
/// </summary>
/// <param name="IdleBatches">After how many batches in a row without a gain it ends.</param>
/// <param name="RoundsPerBatch">The fewest rounds of a batch.</param>
/// <param name="ShortestBatch">How long a batch takes at least.</param>
/// <param name="Timeout">After how long it ends in any case.</param>
internal sealed record WarmUp(int IdleBatches, int RoundsPerBatch, TimeSpan ShortestBatch, TimeSpan Timeout)
{
    private const double WorthwhileGain = 0.03;

    /// <summary>
    /// For the first epoch of a group. The runtime compiles a hot method anew 100 ms after it last met a new one, twice over, here
    /// and in the server: times stand still on each step before they fall again, for less time than these batches take.
    /// </summary>
    public static WarmUp Cold { get; } = new(5, 5, TimeSpan.FromMilliseconds(150), TimeSpan.FromSeconds(15));

    /// <summary>For the epochs after it, whose code is compiled and whose instances and connections are new.</summary>
    public static WarmUp Warm { get; } = new(1, 3, TimeSpan.FromMilliseconds(20), TimeSpan.FromSeconds(3));

    /// <param name="round">Runs a round and returns the times of its cases.</param>
    /// <param name="clock">Measures how long it takes.</param>
    public async Task Run(Func<Task<double[]>> round, TimeProvider clock)
    {
        var start = clock.GetTimestamp();
        var best = double.PositiveInfinity;
        for (var idle = 0; idle < IdleBatches && clock.GetElapsedTime(start) < Timeout; idle++)
        {
            var level = await Batch(round, clock);
            // Logarithms: a gain counts alike for a short case and a long one.
            if (level < best - WorthwhileGain)
            {
                // Only here, so that gains too small to count one by one add up.
                best = level;
                idle = -1;
            }
        }
    }

    /// <summary>The median over some rounds of the cases' mean logarithmic time.</summary>
    private async Task<double> Batch(Func<Task<double[]>> round, TimeProvider clock)
    {
        var start = clock.GetTimestamp();
        var levels = new List<double>();
        while (levels.Count < RoundsPerBatch || clock.GetElapsedTime(start) < ShortestBatch)
            levels.Add((await round()).Average(LogTime.Of));
        levels.Sort();
        return levels[levels.Count / 2];
    }
}
