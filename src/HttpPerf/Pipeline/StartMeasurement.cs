using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Reporting;

namespace HttpPerf.Pipeline;

/// <summary>Starts the APIs of a group in turn, compares and judges their costs, and reports them.</summary>
/// <param name="context">The group during which they are started.</param>
/// <param name="group">The APIs to start.</param>
/// <param name="budget">How long that may take.</param>
internal sealed class StartMeasurement(GroupContext context, StartedGroup group, TimeSpan budget)
{
    private static readonly Dictionary<string, string> NoVariables = [];

    public async Task<GroupResult> Run()
    {
        var clock = context.Run.Clock;
        var start = clock.GetTimestamp();
        var starts = new InterleavedStarts(
            group.Apis.ToDictionary(api => api.Key, api => (StartCase)(cancellation => Start(api.Value, cancellation))),
            budget,
            samples => StartComparison.NeedsMore(Compare(samples), group.Limits),
            clock)
        {
            OnRound = context.Run.ShowsEpochs ? round => context.Progress($"{group.Name}: start {round} of each") : _ => { },
        };
        context.Progress($"{group.Name}: measuring starts");
        var samples = await starts.Measure(context.Cancellation);
        var taken = clock.GetElapsedTime(start);
        var judged = Judge.JudgeGroup(Compare(samples), group.Limits);
        var explained = await new StartExplanation(context, group).Explain(judged);
        return Report(judged, taken, explained);
    }

    private GroupComparison Compare(GroupStarts samples)
    {
        var comparison = StartComparison.Compare(samples, context.Errors);
        return comparison with
        {
            Earlier = group.Earlier,
            Cases = [.. comparison.Cases.Select(context.Mark)],
            Failures = [.. group.Failures, .. comparison.Failures],
        };
    }

    private async Task<StartSample> Start(StartableApi api, CancellationToken cancellation)
    {
        try
        {
            return await api.Start(group.Path, NoVariables, cancellation);
        }
        catch (HostException e)
        {
            throw new CaseStartException(e.Message, e);
        }
    }

    private GroupResult Report(JudgedGroup judged, TimeSpan taken, IReadOnlyDictionary<CaseId, Explained> explained)
    {
        var results = judged.Cases.ToDictionary(
            c => c.Case, c => new PerfResult(c, VerdictMessage.Write(c, judged.Comparison, explained.GetValueOrDefault(c.Case)?.Texts)));
        List<string> notes = [.. StartNotes.Write(judged, taken), .. AgainstNotes.WriteFigures(judged)];
        return new(
            results,
            GroupReport.Render(group.Name, judged.Cases, notes),
            [.. explained.Values.SelectMany(e => e.Files)],
            RecordedGroup.Record(
                group.Name,
                taken.TotalSeconds,
                judged,
                [],
                notes,
                id => results[id].Message,
                explained,
                new GroupSamples([], []),
                keepsSamples: false));
    }
}
