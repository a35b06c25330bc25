namespace HttpPerf.Checking;

/// <summary>An instance of a case.</summary>
internal enum Instance
{
    /// <summary>The case itself.</summary>
    Case,

    /// <summary>The second instance, for the A/A check.</summary>
    Control,
}
