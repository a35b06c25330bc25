using System.Text.Json;
using HttpPerf.Results;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>Turns what a run left into lines. Pure.</summary>
internal static class Verdicts
{
    private const string TimeRatio = "timeRatio";
    private const string AgainstTimeRatio = "against.timeRatio";

    /// <param name="plan">What was run.</param>
    /// <param name="results">What it measured; null if that can't be read.</param>
    /// <param name="exit">Its exit code.</param>
    /// <param name="wait">By how many microseconds the changed case's requests were made longer.</param>
    /// <param name="common">What all lines have in common.</param>
    public static IReadOnlyList<Line> Of(Plan plan, ResultsDocument? results, int exit, double wait, Line common)
    {
        List<Line> lines =
        [
            .. from @group in results?.Groups ?? []
               from measured in @group.Cases
               from line in Of(plan, measured, Ratios(@group, measured), wait, common)
               select line,
        ];
        // The tests and the file must agree.
        if (lines.Count == 0 || exit != 0 && !lines.Any(line => line.IsFailure))
            lines = [common with { Status = Line.Crashed }];
        else
            lines.AddRange(results!.Groups.SelectMany(group => Calibrations(group, common)));
        return [.. lines.Select(line => line with { Of = lines.Count, Version = results?.HttpPerfVersion ?? "" })];
    }

    private static IEnumerable<Line> Of(
        Plan plan, CaseResults measured, IReadOnlyList<double[]> ratios, double wait, Line common)
    {
        if (measured.Verdict is CaseVerdict.Invalid or CaseVerdict.NoLimit)
            return [common with { Case = measured.Name, Status = Line.Invalid }];
        var isChanged = plan.Campaign == Plan.Power && (plan.Now.Cases ?? [plan.Api.ChangedCase]).Contains(measured.Name);
        return
            from limit in measured.Limits
            let isTime = limit.Metric is TimeRatio or AgainstTimeRatio
            // How much processes differ is asked of times alone.
            where isTime || plan.Campaign != Plan.Processes
            let figure = measured.Metrics.GetValueOrDefault(limit.Metric)
            select common with
            {
                Case = measured.Name,
                Metric = limit.Metric,
                Changed = isChanged && (plan.Now.Metric is null || plan.Now.Metric == limit.Metric),
                Status = JsonNamingPolicy.CamelCase.ConvertName($"{limit.Status}"),
                Value = figure?.Value,
                Lower = figure?.Lower,
                Upper = figure?.Upper,
                Limit = limit.Max ?? limit.Min,
                True = isChanged && wait > 0 && limit.Metric == AgainstTimeRatio ? Slowed(measured, wait) : null,
                Error = isTime ? Epochs.Estimate(ratios)?.Error : null,
            };
    }

    /// <summary>How much longer a case takes with the wait than without.</summary>
    private static double? Slowed(CaseResults measured, double wait) =>
        measured.Metrics.GetValueOrDefault("medianTime")?.Value / 1000 is { } median && median > wait ? median / (median - wait) : null;

    /// <summary>Whether a run's epochs and copies lie in their intervals as often as they should.</summary>
    private static IEnumerable<Line> Calibrations(GroupResults group, Line common)
    {
        common = common with { Campaign = Plan.Calibration };
        if (group.Check?.Control is { } control)
            yield return common with
            {
                Case = group.Name,
                Metric = "copy",
                Status = control.Lower > 1 ? "above" : control.Upper < 1 ? "below" : Line.Within,
                Value = control.Value,
                Lower = control.Lower,
                Upper = control.Upper,
            };
        foreach (var measured in group.Cases)
            if (Epochs.Places(Ratios(group, measured)) is { Count: > 0 } places)
                yield return common with { Case = measured.Name, Metric = "epochs", Status = Line.Within, Places = places };
    }

    /// <summary>The logarithms of a case's ratios to the earlier build, or else to its baseline; nothing without either.</summary>
    private static double[][] Ratios(GroupResults group, CaseResults measured)
    {
        if (measured.Samples is not { } samples)
            return [];
        var paired = samples.BeforeNanoseconds
            ?? (measured.IsBaseline ? null : group.Cases.FirstOrDefault(other => other.IsBaseline)?.Samples?.Nanoseconds);
        return paired is null ? [] : Ratios(samples.Nanoseconds, paired);
    }

    private static double[][] Ratios(IReadOnlyList<IReadOnlyList<double>> times, IReadOnlyList<IReadOnlyList<double>> others) =>
    [
        .. times.Zip(others, (mine, its) =>
            mine.Zip(its, (time, other) => Math.Log(time / other)).Where(double.IsFinite).ToArray()),
    ];
}
