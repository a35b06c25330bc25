using System.Runtime.CompilerServices;

namespace HttpPerf.GateQuality;

/// <summary>
/// Busy time whose length is its number of iterations: each waits for the one before it, so a processor can't shorten it.
/// </summary>
internal static class Spin
{
    // Optimized from its first call on: a loop that is compiled anew while it is calibrated would be calibrated wrongly.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static uint For(long iterations)
    {
        var value = 1u;
        for (var i = 0L; i < iterations; i++)
            value = value * 1664525 + 1013904223;
        return value;
    }
}
