using HttpPerf.Comparing;

namespace HttpPerf.Thresholds;

/// <summary>Where a measured interval lies relative to a limit.</summary>
public enum Standing
{
    /// <summary>The whole interval is within the limit; an end exactly on it counts as within.</summary>
    Within,

    /// <summary>The whole interval is above the maximum.</summary>
    Above,

    /// <summary>The whole interval is below the minimum: better than the file believes, or measured wrongly.</summary>
    Below,

    /// <summary>The interval spans a bound, so that the true value may be on either side.</summary>
    Undecided,

    /// <summary>
    /// Times can't be judged here, because the group's controls didn't come out as they must; the interval may lie anywhere.
    /// </summary>
    Unjudged,
}

/// <summary>A limit and what was measured of its metric.</summary>
/// <param name="Limit">The limit.</param>
/// <param name="Measured">The measured value and its interval, in the metric's unit.</param>
/// <param name="Standing">Where the interval lies relative to the limit.</param>
public sealed record JudgedLimit(Limit Limit, Estimate Measured, Standing Standing);
