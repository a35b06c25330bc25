namespace HttpPerf.Model;

/// <summary>Logarithms of times. A ratio and its inverse have logarithms that are equally far from 0.</summary>
internal static class LogTime
{
    /// <summary>
    /// Used for a time of zero, which is below the clock's resolution and has no logarithm. A picosecond is shorter than any operation.
    /// </summary>
    private const double Shortest = 1e-3;

    public static double Of(double nanoseconds) => Math.Log(Math.Max(nanoseconds, Shortest));
}
