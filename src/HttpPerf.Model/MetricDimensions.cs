namespace HttpPerf.Model;

/// <summary>Whose quantity a metric is of.</summary>
internal enum Side
{
    /// <summary>The test process.</summary>
    Client,

    /// <summary>The server's process. A host that can't read it has none.</summary>
    Server,
}

/// <summary>Whose value a metric compares with.</summary>
internal enum Reference
{
    None,
    Baseline,
    EarlierBuild,
}

/// <summary>How a metric compares with its reference.</summary>
internal enum Form
{
    Absolute,
    Ratio,

    /// <summary>The difference.</summary>
    Growth,
}

/// <summary>On which side of a limit the better values are.</summary>
internal enum Direction
{
    Lower,
    Higher,

    /// <summary>Whether more is better or worse depends on the counter.</summary>
    Unknown,
}
