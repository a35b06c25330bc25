using HttpPerf.Results.Quoting;

namespace HttpPerf.Accepting;

/// <summary>A change that takes results over into <c>thresholds.json</c>.</summary>
[Flags]
internal enum Accepted
{
    None = 0,

    /// <summary>Limits for cases that have none.</summary>
    Missing = 1,

    /// <summary>Broken limits are set to the measured values.</summary>
    Broken = 2,

    /// <summary>Limits that were met with much room are tightened.</summary>
    Better = 4,

    /// <summary>Entries that match no case are removed.</summary>
    Pruned = 8,
}

/// <summary>A changed limit, or a removed entry.</summary>
/// <param name="Entry">The case's name, or the entry's.</param>
/// <param name="Metric">The limit's metric; null for an entry that is removed.</param>
/// <param name="Before">The limit before, and where it came from if that is not the case's own entry; null if there was none.</param>
/// <param name="After">The limit as it is now; null for an entry that is removed.</param>
internal sealed record AcceptedChange(string Entry, string? Metric, string? Before, string? After)
{
    public override string ToString() => VisibleText.Line(CICommands.Defuse(Describe()));

    private string Describe() => Metric is null ? $"{Entry}: removed"
        : Before is null ? $"{Entry}: {Metric} {After} (new)"
        : $"{Entry}: {Metric} {Before} → {After}";
}
