namespace HttpPerf;

/// <summary>Where a measured interval lies relative to a limit.</summary>
public enum LimitStatus
{
    /// <summary>The value is surely within the limit: its whole interval is; an end exactly on it counts as within.</summary>
    Within,

    /// <summary>The whole interval is above the maximum.</summary>
    Above,

    /// <summary>The whole interval is below the minimum: better than the limit expects, or measured wrongly.</summary>
    Below,

    /// <summary>The value is more likely beyond a bound than not, but not surely.</summary>
    Undecided,

    /// <summary>
    /// Times can't be judged, because twice the work didn't take longer; or times and bytes can't, because code was instrumented or
    /// profiled. The interval may lie anywhere.
    /// </summary>
    Unjudged,

    /// <summary>The value is more likely within the limit than not, but not surely. The case passes.</summary>
    NotShown,
}
