namespace HttpPerf.Measuring;

/// <summary>
/// Over how many windows an epoch of the first pass counts a case's bytes: if possible, over as many as a limit needs, because another pass
/// would build the cases again and warm them up, which takes longer than the windows.
/// </summary>
/// <param name="Wanted">How many windows it counts, if that doesn't take too long.</param>
/// <param name="Longest">The longest time allowed.</param>
internal readonly record struct WindowPlan(int Wanted, TimeSpan Longest)
{
    /// <summary>All of short cases fit in here.</summary>
    private static readonly TimeSpan ShortestTime = TimeSpan.FromMilliseconds(15);

    /// <summary>As many windows as fit into a short time.</summary>
    public static WindowPlan Short { get; } = new(0, ShortestTime);

    /// <param name="windows">How many have been counted.</param>
    /// <param name="elapsed">How long that took.</param>
    /// <param name="effort">How many times as many are counted.</param>
    public bool IsComplete(int windows, TimeSpan elapsed, double effort) =>
        elapsed >= ShortestTime * effort && (windows >= Wanted * effort || elapsed >= Longest * effort);
}
