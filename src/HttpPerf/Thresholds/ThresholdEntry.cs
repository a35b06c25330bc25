namespace HttpPerf.Thresholds;

/// <summary>A member of <c>"benchmarks"</c>: the cases it matches, and their limits.</summary>
internal sealed record ThresholdEntry(string Pattern, Position At, IReadOnlyList<Limit> Limits)
{
    private readonly int _literals = Glob.LiteralCharacters(Pattern);

    public bool Matches(CaseId id) => Glob.Matches(Pattern, id.Name);

    /// <summary>
    /// Of two entries that match a case, the one with the higher figure limits it.
    /// The case's own name comes first even if a parameter's value holds a star.
    /// </summary>
    public int SpecificityFor(CaseId id) => Pattern == id.Name ? int.MaxValue : _literals;
}
