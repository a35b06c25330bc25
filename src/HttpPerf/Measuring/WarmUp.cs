using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Runs rounds until times stop falling: this process and the server both compile in tiers, and cold numbers are off by 5–10×.
/// </summary>
/// <param name="IdleBatches">The warm-up ends after this many batches in a row without a gain.</param>
/// <param name="RoundsPerBatch">The minimum number of rounds per batch.</param>
/// <param name="ShortestBatch">The minimum duration of a batch.</param>
/// <param name="Timeout">The warm-up ends after this time in any case.</param>
internal sealed record WarmUp(int IdleBatches, int RoundsPerBatch, TimeSpan ShortestBatch, TimeSpan Timeout)
{
    private const double WorthwhileGain = 0.03;

    /// <summary>
    /// For the first epoch of a group. The runtime recompiles a hot method 100 ms after it last met a new method, twice in succession, in
    /// this process and in the server. Times stay flat on each tier before they fall again, for less time than these batches take.
    /// </summary>
    public static WarmUp Cold { get; } = new(5, 5, TimeSpan.FromMilliseconds(150), TimeSpan.FromSeconds(15));

    /// <summary>For later epochs: the code is compiled, but instances and connections are new.</summary>
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
            // Logarithms, so that a gain counts equally for a short case and a long one.
            if (level < best - WorthwhileGain)
            {
                // Updated only here, so that gains too small to count individually add up.
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
