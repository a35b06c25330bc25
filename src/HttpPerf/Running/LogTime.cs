namespace HttpPerf.Running;

/// <summary>Logarithms of times, in which a ratio and its inverse are the same distance from 1.</summary>
internal static class LogTime
{
    /// <summary>A time of zero is shorter than the clock tells; a picosecond is shorter than any operation, and has a logarithm.</summary>
    private const double Shortest = 1e-3;

    public static double Of(double nanoseconds) => Math.Log(Math.Max(nanoseconds, Shortest));
}
