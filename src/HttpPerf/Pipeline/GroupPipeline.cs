using System.Diagnostics;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Machine;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>Takes a discovered group through the pipeline: measure, compare, confirm, judge, explain, report.</summary>
internal sealed class GroupPipeline(GroupContext context)
{
    private readonly Confirmation _confirmation = new(context);

    /// <exception cref="InvalidRunException">Nothing could be measured.</exception>
    public async Task<GroupResult> Run()
    {
        context.Fitness.Require();
        using var turn = Turn.Take(context);
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes, context.Settings.Nice);
        var start = Stopwatch.GetTimestamp();

        var measured = await new TestProcess(context, _confirmation).Measure();
        var compared = context.Compare(measured.Samples);
        var (confirmed, confirming) = await Confirm(compared, measured);
        var judged = Judge.JudgeGroup(confirmed, context.Limits);
        var overhead = Stopwatch.GetElapsedTime(start) - measured.Taken - confirming;
        var explained = await new Explanation(context).Explain(judged, measured.Run.Folder);
        var starts = await new ApiStarts(context).Measure(Stopwatch.GetElapsedTime(start));
        context.Notes.Add(SummaryNotes.Write(context, judged, measured, preference.Description, overhead));
        return Report(judged, measured, explained) with { Starts = starts };
    }

    /// <summary>
    /// Measures in fresh processes what another process might decide otherwise, and figures that only a fresh process can measure.
    /// </summary>
    /// <returns>The figures of all processes together, and how long the fresh ones took.</returns>
    private async Task<(GroupComparison Confirmed, TimeSpan Taken)> Confirm(GroupComparison compared, MeasuredGroup measured)
    {
        var samples = measured.Samples;
        var apart = context.Earlier is null ? null : new BuildsApart(context);
        var fresh = new FreshProcess(context, context.Budget);
        var bytes = new BytesConfirmation(context.Limits, context.Settings.Processes, context.Errors.Bytes, (open, process) =>
            apart is { HasMeasured: true }
                ? apart.CountBytes(open, process)
                : Count(fresh.RequestFor(open) with { Against = context.Against!.Folder }, process));
        var record = new BytesConfirmation(context.Limits, context.Settings.Processes, context.Errors.Bytes, (open, process) =>
            // Compiled as the processes were that counted the amounts to record.
            Count(fresh.RequestFor(open) with { IsAlike = false }, process))
        {
            IsOfRecord = true,
        };

        RoundTripCount[] trips = [new(context, Metric.RoundTrips), new(context, Metric.ServerRoundTrips)];

        var completed = apart is null ? compared : await apart.Complete(compared, samples);
        var timed = await _confirmation.Confirm(completed, samples, measured.Taken);
        var confirmed = await record.Confirm(await bytes.Confirm(timed));
        foreach (var trip in trips)
            confirmed = await trip.Count(confirmed);
        var taken = (apart?.Taken ?? TimeSpan.Zero) + _confirmation.Taken + bytes.Taken + record.Taken;
        string?[] notes = [apart?.Note, _confirmation.Note, bytes.Note, record.Note, .. trips.Select(trip => trip.Note)];
        context.Notes.Add(notes.OfType<string>());
        return (confirmed, trips.Aggregate(taken, (sum, trip) => sum + trip.Taken));

        Task<GroupSamples> Count(WorkerRequest request, int process) =>
            fresh.Measure(request, $"counting bytes in fresh process {process}", samples.Failures);
    }

    private GroupResult Report(JudgedGroup judged, MeasuredGroup measured, IReadOnlyDictionary<CaseId, Explained> explained)
    {
        var (group, comparison, notes) = (context.Group, judged.Comparison, context.Notes.All);
        var needsLimits = group.Cases[0].NeedsLimits;
        var results = judged.Cases.ToDictionary(
            c => c.Case,
            c => new PerfResult(c, VerdictMessage.Write(c, comparison, explained.GetValueOrDefault(c.Case)?.Texts, needsLimits))
            {
                HasThrown = comparison.Failures.Any(failure => failure.Id == c.Case && failure.HasThrown),
            });
        var hosts = SummaryNotes.Describe(context.Hosts).ToList();
        return new GroupResult(
            results,
            GroupReport.Render(group.Name, judged.Cases, notes),
            [.. measured.Run.Files, .. explained.Values.SelectMany(e => e.Files)],
            RecordedGroup.Record(
                group.Name,
                measured.Taken.TotalSeconds,
                judged,
                hosts,
                [.. notes.Except(hosts.Select(SummaryNotes.HostNote))],
                id => results[id].Message,
                explained,
                measured.Samples,
                context.Run.KeepsSamples) with
            {
                Endpoints = [.. measured.Endpoints.Found.Select(api => new EndpointResults(api.Key, api.Value.All, api.Value.Matched))],
            });
    }
}
