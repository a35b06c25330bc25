
namespace HttpPerf.Judging.Limits;

/// <summary>Chooses each metric's limit for one case: that of the most specific matching entry.</summary>
internal sealed class LimitChoice
{
    public LimitChoice(IReadOnlyList<ThresholdEntry> entries, CaseId id)
    {
        var candidates =
            from entry in entries
            where entry.Matches(id)
            from limit in entry.Limits
            select (Limit: limit, Specificity: entry.SpecificityFor(id));

        foreach (var ofMetric in candidates.GroupBy(candidate => candidate.Limit.Metric))
        {
            var highest = ofMetric.Max(candidate => candidate.Specificity);
            Limit[] best = [.. ofMetric.Where(candidate => candidate.Specificity == highest).Select(candidate => candidate.Limit)];
            Chosen.Add(best[0]);
            Ties.AddRange(best.Skip(1).Select(other => new Tie(best[0], other, id, highest)));
        }
    }

    public List<Limit> Chosen { get; } = [];

    public List<Tie> Ties { get; } = [];

    /// <summary>Two equally specific limits on the same metric.</summary>
    internal sealed record Tie(Limit First, Limit Second, CaseId Case, int Literals)
    {
        public Position At => new(Second.Line, Second.Column);

        public string Message =>
            $"{Wording.Quote(Second.Metric.Name)} of {Case} is limited here by {Wording.Quote(Second.Pattern)} "
            + $"and on line {First.Line} by {Wording.Quote(First.Pattern)}, "
            + $"which are equally specific ({Literals} characters besides \"*\"). Make one name more specific, or remove one limit.";
    }
}
