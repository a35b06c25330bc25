namespace HttpPerf;

/// <summary>Where a measured interval lies relative to a limit.</summary>
public enum LimitStatus
{
    /// <summary>The whole interval is within the limit; an end exactly on it counts as within.</summary>
    Within,

    /// <summary>The whole interval is above the maximum.</summary>
    Above,

    /// <summary>The whole interval is below the minimum: better than the limit expects, or measured wrongly.</summary>
    Below,

    /// <summary>The interval spans a bound, so that the true value may be on either side.</summary>
    Undecided,

    /// <summary>
    /// Times can't be judged, because the group's A/A check failed; or times and bytes can't, because code was instrumented or profiled.
    /// The interval may lie anywhere.
    /// </summary>
    Unjudged,
}
