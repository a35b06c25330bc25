using HttpPerf.Model;

namespace HttpPerf.Judging.Limits;

/// <summary>A member of <c>"benchmarks"</c>: the cases it matches, and their limits.</summary>
internal sealed record ThresholdEntry(string Pattern, Position At, IReadOnlyList<Limit> Limits)
{
    private readonly int _literals = Glob.LiteralCharacters(Pattern);

    public bool Matches(CaseId id) => Glob.Matches(Pattern, id.Name);

    /// <summary>
    /// If two entries match a case, the one with the higher value limits it. The case's exact name comes first even if a parameter's value
    /// contains a star.
    /// </summary>
    public int SpecificityFor(CaseId id) => Pattern == id.Name ? int.MaxValue : _literals;
}
