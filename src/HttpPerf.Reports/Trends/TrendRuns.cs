using HttpPerf.Results;

namespace HttpPerf.Reports.Trends;

/// <summary>Keeps only the figures of each run: a year of nightly results with everything would fill gigabytes.</summary>
/// <param name="counters">
/// The counters of which lines are drawn, with their cases; null where they are not known yet, which keeps no counter.
/// </param>
internal sealed class TrendRuns(IReadOnlySet<(string Case, string Metric)>? counters = null)
{
    private readonly List<ResultsDocument> _runs = [];
    private readonly HashSet<(string Case, string Metric)> _limitedCounters = [];

    /// <summary>Each text once: every run repeats the names of its cases and metrics.</summary>
    private readonly HashSet<string> _texts = [];

    public IReadOnlyList<ResultsDocument> All => _runs;

    /// <summary>The counters that have a limit in any run. A case has about a hundred others.</summary>
    public IReadOnlySet<(string Case, string Metric)> LimitedCounters => _limitedCounters;

    public void Add(ResultsDocument run)
    {
        _limitedCounters.UnionWith(
            from one in run.Cases
            from limit in one.Limits
            where Metric.Find(limit.Metric) is { Selection: not null }
            select (one.Name, limit.Metric));
        _runs.Add(run with
        {
            Settings = new Dictionary<string, double>(),
            Groups = [.. run.Groups.Select(Reduce)],
            AllCases = null,
            RemovedCases = null,
        });
    }

    private GroupResults Reduce(GroupResults group) =>
        group with { Name = Once(group.Name), Hosts = [], Notes = [], Cases = [.. group.Cases.Select(Reduce)] };

    private CaseResults Reduce(CaseResults one) => new(
        Once(one.Name),
        Once(one.Class),
        Once(one.Method),
        Once(one.Parameters),
        one.IsBaseline,
        one.Verdict,
        null,
        one.Metrics.Where(metric => IsKept(one.Name, metric.Key))
            .ToDictionary(metric => Once(metric.Key), metric => metric.Value with { Text = "", Processes = null }),
        [.. one.Limits.Where(limit => IsKept(one.Name, limit.Metric)).Select(Reduce)]);

    private LimitResults Reduce(LimitResults limit) => limit with
    {
        Metric = Once(limit.Metric),
        Path = [],
        Pattern = null,
        Suggested = Unknown,
        Text = Once(limit.Text),
    };

    private static readonly Bounds Unknown = new(null, null);

    private bool IsKept(string name, string metric) =>
        Metric.Find(metric) is not { IsAgainst: true }
        && (Metric.Find(metric) is not { Selection: not null } || counters?.Contains((name, metric)) == true);

    private string Once(string text)
    {
        if (_texts.TryGetValue(text, out var known))
            return known;
        _texts.Add(text);
        return text;
    }
}
