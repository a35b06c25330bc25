using System.Diagnostics;
using HttpPerf.Comparing;
using HttpPerf.Running;
using HttpPerf.Thresholds;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>
/// Compares cases with an earlier build where one process can't have both, because something in it exists only once, or because both would
/// share a library that differs between them. Each build is measured in fresh processes of its own, in turn. Processes differ more than
/// rounds do, so intervals are wider.
/// </summary>
/// <param name="group">The group.</param>
/// <param name="against">The earlier build.</param>
/// <param name="earlier">The group's cases there.</param>
/// <param name="limits">The limits of its cases.</param>
/// <param name="settings">Say in how many processes, and how long.</param>
/// <param name="progress">Receives progress messages, from any thread.</param>
/// <param name="distortion">What alters the code that is measured; null for nothing.</param>
/// <param name="cancellation">Ends the processes.</param>
internal sealed class AlternateProcesses(
    BenchmarkGroup group,
    Against against,
    EarlierGroup earlier,
    IReadOnlyList<CaseLimits> limits,
    Settings settings,
    Action<string> progress,
    Distortion? distortion,
    CancellationToken cancellation)
{
    private readonly FreshProcess _process = new(group, new(settings.Budget), settings.CallTimeout, progress, cancellation);

    /// <summary>What was done, in a sentence; null if nothing was.</summary>
    public string? Note { get; private set; }

    public TimeSpan Taken { get; private set; }

    /// <summary>Whether there are such cases.</summary>
    public bool HasMeasured => Note is not null;

    /// <param name="comparison">What this process measured.</param>
    /// <param name="samples">The samples behind it.</param>
    /// <param name="errors">How often intervals may miss the true value.</param>
    /// <returns>With the cases added of which only one build could be measured beside the other; the same if there are none.</returns>
    public GroupComparison Complete(GroupComparison comparison, GroupSamples samples, ErrorRates errors)
    {
        var failed = samples.Failures.ToDictionary(f => f.Id);
        var apart = group.Cases.Select(c => c.Id)
            .Where(id => earlier.Has(id) && (earlier.IsApart
                ? !failed.ContainsKey(id)
                : failed.ContainsKey(id) != failed.ContainsKey(id.Before())
                    // It fails now and then, whatever is beside it; where it is called less often, it might not.
                    && failed.GetValueOrDefault(id) is not { InMidRun: true }))
            .ToList();
        if (apart.Count == 0)
            return comparison;

        var cause = earlier.IsApart
            ? $"Both would use the same version of {string.Join(", ", earlier.Build.OtherVersions.Where(l => l.IsOfBoth))}, "
                + "because HttpPerf or the adapter for the test framework needs it, too."
            : (failed.GetValueOrDefault(apart[0]) ?? failed[apart[0].Before()]).Cause.Split('\n')[0];
        var start = Stopwatch.GetTimestamp();
        var processes = Math.Max(AcrossProcesses.FewestProcesses, settings.Processes);
        try
        {
            // Beside its baseline, so that a case whose result differs fails here too.
            var request = _process.RequestFor(
                group.Cases.Select(c => c.Id)
                    .Where(id => apart.Contains(id) || (id.IsBaseline && !failed.ContainsKey(id))),
                settings.Budget,
                TimeSpan.Zero,
                SampleKinds.Times | SampleKinds.Bytes | SampleKinds.Costs | SampleKinds.ServerBytes | SampleKinds.Counters);
            List<GroupSamples> pairs =
                [.. Enumerable.Range(1, processes).Select(pair => Measure(request, $"both builds apart, {pair} of {processes}", pair))];
            var names = string.Join(", ", apart.Select(id => id.Method));
            Note = $"One process can't have both builds of {names}, so each was measured in {processes} processes of its own, in turn. "
                + $"Ratios to the earlier build are less sure. {cause}";
            var first = GroupComparison.Compare(pairs[0], errors);
            var measured = first.Across(apart.ToDictionary(id => id, id => TimesOf(first.Find(id)!)), pairs[1..], areApart: true);
            return comparison.Replace(measured with
            {
                Cases =
                [
                    .. measured.Cases.Where(c => apart.Contains(c.Case)).Select(
                        c => c with
                        {
                            IsQuick = settings.Quick,
                            Distortion = distortion,
                        }),
                ],
            });
        }
        catch (WorkerException e) when (earlier.IsApart)
        {
            return comparison with
            {
                Failures = [.. comparison.Failures, .. apart.Select(id => new CaseFailure(id.Before(), $"{cause}\n{e.Message}"))],
            };
        }
        catch (WorkerException)
        {
            // It fails alone too, so what has failed here is why it can't be compared.
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
    public GroupSamples CountBytes(IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> bytes, int pair) =>
        Measure(_process.RequestFor(bytes), $"counting bytes of both builds apart, {pair}", pair);

    /// <summary>What all processes decide: the ratio of the builds, and other times that are limited.</summary>
    private IReadOnlyList<Metric> TimesOf(CaseComparison measured) =>
    [
        .. limits.Where(c => c.Case == measured.Case).SelectMany(c => c.Limits).Select(limit => limit.Metric)
            .Where(metric => metric.CanBeConfirmed && measured.Measured.ContainsKey(metric))
            .Append(Metric.AgainstTimeRatio)
            .Distinct(),
    ];

    /// <summary>Either build begins half of the time.</summary>
    private GroupSamples Measure(WorkerRequest request, string name, int pair)
    {
        var before = pair % 2 == 0 ? MeasureBefore() : null;
        var now = _process.Measure(request, name);
        before ??= MeasureBefore();
        return now with
        {
            Cases = [.. now.Cases.Select(c => c with { MeasuredAlone = true })],
            Before = [.. before.Before.Select(c => c with { MeasuredAlone = true })],
        };

        GroupSamples MeasureBefore() => earlier.IsApart
            ? earlier.ToBefore(_process.Measure(request, name, tests: earlier.Build.TestAssembly))
            : _process.Measure(request with { Against = against.Folder, OnlyBefore = true }, name);
    }
}
