namespace HttpPerf.Checking;

/// <summary>An instance of a case.</summary>
internal enum Instance
{
    /// <summary>The case itself.</summary>
    Case,

    /// <summary>The control instance of the A/A check.</summary>
    Control,
}
