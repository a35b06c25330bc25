using System.Collections.Concurrent;
using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Measuring;
using HttpPerf.Model;

namespace HttpPerf.Pipeline;

/// <summary>
/// Measures the starts of the APIs that a group has started: of those that differ from the earlier build, and of those that the file
/// limits. Each is measured once, with the first group that has time for it.
/// </summary>
internal sealed class ApiStarts(GroupContext context)
{
    /// <summary>A process also has to be stopped.</summary>
    private const double WithStop = 1.2;

    private static readonly ConcurrentDictionary<string, bool> Measured = [];

    /// <param name="taken">How long the group has taken.</param>
    public async Task<IReadOnlyList<GroupResult>> Measure(TimeSpan taken)
    {
        var folder = Path.GetDirectoryName(BenchmarkSuite.TestsOf(context.Group.Type).Location)!;
        var results = new List<GroupResult>();
        var left = TimeBudget.StartsBeside(taken);
        foreach (var api in KnownApis.Of(folder))
        {
            var (id, before) = (CaseId.OfStart(api.Name), FindChanged(api, folder));
            var limits = AgainstLimits.CompleteStart(context.Thresholds?.For(id) ?? [], isCompared: before is not null);
            var isLimited = limits.Any(limit => !limit.IsDefault);
            var needed = StartComparison.MinPairs * WithStop * (before is null ? 1 : 2) * api.Taken;
            if (limits.Count == 0 || Measured.ContainsKey(api.Name))
                continue;
            if (!isLimited && needed > left)
            {
                context.Notes.Add(
                    $"Not compared: how {api.Name} starts. {StartComparison.MinPairs} pairs of starts would take "
                    + $"{needed.InSeconds("0.0")} s, and up to a fifth of the time of a group is for starts, {left.InSeconds("0.0")} s "
                    + "here. A class with [ColdStart] compares them in any case.");
                continue;
            }

            Measured[api.Name] = true;
            var start = context.Run.Clock.GetTimestamp();
            var result = await new StartMeasurement(
                context,
                new($"{id}", [new CaseLimits(id, limits)], Apis(id, api.Api, before), Path: null, [], context.Against?.Place),
                isLimited ? context.Budget.Starts : left).Run();
            // Some APIs run only once on a machine, and nobody has asked for this.
            if (!isLimited && result.Results[id].Verdict is Verdict.Invalid invalid)
                context.Notes.Add($"Not compared: how {api.Name} starts. {invalid.Cause}");
            else
                results.Add(result);
            left -= context.Run.Clock.GetElapsedTime(start);
        }

        return results;
    }

    private StartableApi? FindChanged(KnownApi api, string folder) =>
        context.Earlier is { Build.Folder: var earlier } && api.FindIn(earlier) is { } before
        && !EqualApis.Are(api.Api.Assembly, (folder, earlier))
            ? before
            : null;

    private static Dictionary<CaseId, StartableApi> Apis(CaseId id, StartableApi today, StartableApi? before)
    {
        var apis = new Dictionary<CaseId, StartableApi> { [id] = today };
        if (before is not null)
            apis[id.Before()] = before;
        return apis;
    }
}
