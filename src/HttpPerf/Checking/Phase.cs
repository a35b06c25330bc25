namespace HttpPerf.Checking;

/// <summary>When a case failed.</summary>
internal enum Phase
{
    /// <summary>While it was checked or measured. Servers, and everything else that all cases need, worked then.</summary>
    Measuring,

    /// <summary>Its setup failed while no other case existed.</summary>
    SetUpAlone,

    /// <summary>Its setup failed while other cases existed; alone, it may work.</summary>
    SetUpBesideOthers,

    CleanUp,
}
