using System.Diagnostics;
using HttpPerf.EarlierBuilds;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>
/// Compares cases with an earlier build where one process can't have both, because something in it exists only once, or because both would
/// share a library that differs between them. Each build is measured in fresh processes of its own, in turn. Processes differ more than
/// rounds do, so intervals are wider.
/// </summary>
/// <param name="context">The group, which is compared with an earlier build.</param>
internal sealed class BuildsApart(GroupContext context)
{
    private readonly EarlierGroup _earlier = context.Earlier!;
    private readonly FreshProcess _process = new(context, new(context.Settings.Budget));

    /// <summary>A sentence about the further processes; null if there were none.</summary>
    public string? Note { get; private set; }

    public TimeSpan Taken { get; private set; }

    /// <summary>Whether there are such cases.</summary>
    public bool HasMeasured => Note is not null;

    /// <param name="comparison">The measurements of this process.</param>
    /// <param name="samples">The samples behind it.</param>
    /// <returns>With the cases added of which only one build could be measured beside the other; the same if there are none.</returns>
    public async Task<GroupComparison> Complete(GroupComparison comparison, GroupSamples samples)
    {
        var failed = samples.Failures.ToDictionary(f => f.Id);
        var apart = context.Group.Cases.Select(c => c.Id)
            .Where(id => _earlier.Has(id) && (_earlier.IsApart
                ? !failed.ContainsKey(id)
                : failed.ContainsKey(id) != failed.ContainsKey(id.Before())
                    // The case is flaky, alone or not. With fewer calls it may happen to pass.
                    && failed.GetValueOrDefault(id) is not { InMidRun: true }))
            .ToList();
        if (apart.Count == 0)
            return comparison;

        var cause = _earlier.IsApart
            ? new Fault.SharedVersions([.. _earlier.Build.OtherVersions.Where(l => l.IsOfBoth).Select(l => $"{l}")])
            : (failed.GetValueOrDefault(apart[0]) ?? failed[apart[0].Before()]).Fault;
        var start = Stopwatch.GetTimestamp();
        var processes = Math.Max(ProcessSpread.MinProcesses, context.Settings.Processes);
        try
        {
            // Beside its baseline, so that a case whose result differs fails here too.
            var request = _process.RequestFor(
                context.Group.Cases.Select(c => c.Id)
                    .Where(id => apart.Contains(id) || (id.IsBaseline && !failed.ContainsKey(id))),
                context.Settings.Budget,
                TimeSpan.Zero,
                SampleKinds.Times | SampleKinds.Bytes | SampleKinds.Costs | SampleKinds.ServerBytes | SampleKinds.Counters);
            var pairs = new List<GroupSamples>();
            while (pairs.Count < processes)
                pairs.Add(await Measure(
                    pairs.Count == 0 ? WithRetained(request) : request,
                    $"both builds apart, {pairs.Count + 1} of {processes}",
                    pairs.Count + 1));
            var names = string.Join(", ", apart.Select(id => id.Method));
            Note = $"One process can't have both builds of {names}, so each was measured in {processes} processes of its own, in turn. "
                + $"Ratios to the earlier build are less certain. {FaultText.Summarize(cause)}";
            var first = GroupComparison.Compare(pairs[0], context.Errors);
            var measured = first.Across(apart.ToDictionary(id => id, id => TimesOf(first.Find(id)!)), pairs[1..], areApart: true);
            return comparison.Replace(measured with
            {
                Cases = [.. measured.Cases.Where(c => apart.Contains(c.Case)).Select(context.Mark)],
            });
        }
        catch (WorkerException e) when (_earlier.IsApart)
        {
            return comparison with
            {
                Failures =
                [
                    .. comparison.Failures,
                    .. apart.Select(id => new CaseFailure(id.Before(), new Fault.Caused(cause, new Fault.WorkerFailed(e.Message)))),
                ],
            };
        }
        catch (WorkerException)
        {
            // It fails alone too, so it can't be compared because of its failure here.
            return comparison;
        }
        finally
        {
            Taken = Stopwatch.GetElapsedTime(start);
        }
    }

    /// <summary>Counts bytes of cases in a fresh process of each build.</summary>
    /// <param name="bytes">Which bytes of which cases.</param>
    /// <param name="pair">The number of the pair of processes.</param>
    /// <exception cref="WorkerException">Not all of them could be counted.</exception>
    public Task<GroupSamples> CountBytes(IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> bytes, int pair) =>
        Measure(_process.RequestFor(bytes), $"counting bytes of both builds apart, {pair}", pair);

    /// <summary>The metrics that all processes decide: the ratio of the builds, and other times that are limited.</summary>
    private IReadOnlyList<Metric> TimesOf(CaseComparison measured) =>
    [
        .. context.Limits.Where(c => c.Case == measured.Case).SelectMany(c => c.Limits).Select(limit => limit.Metric)
            .Where(metric => metric.CanBeConfirmed && measured.Measured.ContainsKey(metric))
            .Append(Metric.AgainstTimeRatio)
            .Distinct(),
    ];

    /// <summary>Retained bytes are a count: one process of each build is enough.</summary>
    private static WorkerRequest WithRetained(WorkerRequest request) => request with
    {
        Plan = request.Plan with
        {
            Kinds = request.Plan.Kinds | SampleKinds.Retained,
            Needs = request.Plan.Needs with { Limited = new(SampleKinds.All | SampleKinds.Retained) },
        },
    };

    /// <summary>Either build begins half of the time.</summary>
    private async Task<GroupSamples> Measure(WorkerRequest request, string name, int pair)
    {
        var before = pair % 2 == 0 ? await MeasureBefore() : null;
        var now = await _process.Measure(request, name);
        before ??= await MeasureBefore();
        return now with
        {
            Cases = [.. now.Cases.Select(c => c with { MeasuredAlone = true })],
            Before = [.. before.Before.Select(c => c with { MeasuredAlone = true })],
        };

        async Task<GroupSamples> MeasureBefore() => _earlier.IsApart
            ? _earlier.ToBefore(await _process.Measure(request, name, tests: _earlier.Build.TestAssembly))
            : await _process.Measure(request with { Against = context.Against!.Folder, OnlyBefore = true }, name);
    }
}
