using System.Globalization;
using System.Text;
using static HttpPerf.GateQuality.Format;

namespace HttpPerf.GateQuality;

/// <summary>Writes results as markdown. Pure.</summary>
internal static class Report
{
    private static readonly Outcome[] Outcomes = [Outcome.Passed, Outcome.Failed, Outcome.Inconclusive, Outcome.Invalid];
    private static readonly string[] MethodOrder = [.. Trial.Everything.Limits.Select(l => l.Method).Distinct()];

    public static string Render(Results results)
    {
        var groups = results.Runs
            .Where(r => r.Failure is null)
            .GroupBy(r => (r.Subject, r.Setting))
            .OrderBy(g => g.Key.Setting.Hogs)
            .ThenBy(g => results.Known.ToList().FindIndex(k => k.Setting == g.Key.Setting))
            .Select(g => new Measured(g.Key.Subject, g.Key.Setting, [.. g]))
            .ToList();
        var text = new StringBuilder("# Gate quality\n\n");
        Describe(text, results);
        Goals(text, results);
        Truths(text, results);
        Seconds(text, groups);
        TwinErrors(text, groups);
        Coverage(text, groups);
        StatedGrowth(text, groups);
        Verdicts(text, groups);
        Bytes(text, groups);
        Problems(text, results);
        return text.ToString();
    }

    /// <summary>
    /// A run states the growth of the twin that it would have found. The slowed methods of the same run have grown by known factors.
    /// </summary>
    private static void StatedGrowth(StringBuilder text, IEnumerable<Measured> groups)
    {
        var table = new Table(
            "subject", "scale", "load", "limit", "stated growth, median", "slower by more, found", "slower by less, found");
        foreach (var measured in groups)
        {
            // The twin's limit is another one than theirs, but the interval that has to be beyond it is the same.
            var slowed =
                from run in measured.Runs
                from judged in run.Judged
                where judged.Metric == Metric.TimeRatio.Name
                from truth in run.Truths
                where truth.Method == judged.Method && truth.Method != nameof(Methods.Twin)
                from twin in run.Judged.Where(IsTwinsTime).Take(1)
                let stated = judged.Limit * (1 + twin.Detectable!.Value) / twin.Limit
                select (judged.Limit, Stated: stated, Truth: truth.Ratio.Value, IsFound: judged.Outcome == Outcome.Failed);
            foreach (var at in slowed.GroupBy(s => s.Limit).OrderBy(s => s.Key))
                table.Add(
                    measured.Subject, measured.Setting.Scale, measured.Setting.Load, Ratio(at.Key),
                    $"+{Percent(Statistics.Median(at.Select(s => s.Stated)) - 1)}",
                    Rate.Of([.. at.Where(s => s.Truth >= s.Stated)], s => s.IsFound).ToString(),
                    Rate.Of([.. at.Where(s => s.Truth < s.Stated)], s => s.IsFound).ToString());
        }

        table.Write(
            text,
            "Stated growth",
            "The smallest growth of the twin that its run would have failed, and how many slowed methods of the same run were found: those "
            + "that had grown by more, and those that had grown by less.");

        static bool IsTwinsTime(JudgedFigure judged) =>
            judged is { Method: nameof(Methods.Twin), Detectable: not null } && judged.Metric == Metric.TimeRatio.Name;
    }

    private static void Describe(StringBuilder text, Results results)
    {
        var machine = results.Machine;
        text.Append(CultureInfo.InvariantCulture, $"""
            {machine.Date}, {results.Minutes:0} min. {machine.Runtime} on {machine.System}, {machine.Processor}, {machine.Cores} cores.
            HttpPerf {machine.HttpPerf}, BenchmarkDotNet {machine.BenchmarkDotNet}.
            Load average {Load(machine.LoadAverageBefore)} before, {Load(results.LoadAverageAfter)} after;
            """);
        foreach (var load in results.Runs.GroupBy(r => r.Setting.Hogs))
            text.Append(
                CultureInfo.InvariantCulture,
                $" {load.First().Setting.Load}: median {Load(Statistics.Median(load.Select(r => r.LoadAverage ?? double.NaN)))} before "
                + $"each of {load.Count()} measurements;");
        text.Length--;
        text.Append(".\n\nIntervals of rates are Clopper and Pearson's, 95 %.\n");

        static string Load(double? load) => load?.ToString("0.0", CultureInfo.InvariantCulture) ?? "unknown";
    }

    private static void Goals(StringBuilder text, Results results)
    {
        var loads = results.Runs.Select(r => r.Setting.Hogs).Distinct().Order().ToList();
        var table = new Table(["HttpPerf", "goal", .. loads.Select(hogs => new Setting("", hogs).Load)]);
        foreach (var goal in Goal.All)
            table.Add(
                [
                    goal.Name,
                    goal.Wanted,
                    .. loads.Select(
                        hogs => goal.Show([.. results.Runs.Where(r => r.Subject == HttpPerfSubject.Name && r.Setting.Hogs == hogs)])),
                ]);
        table.Write(text, "Goals", "All scales together, except where one is named.");
    }

    private static void Truths(StringBuilder text, Results results)
    {
        var table = new Table("operation", "scale", "load", "median", "method", "time ratio", "interval", "rounds");
        foreach (var known in results.Known)
            foreach (var truth in known.Truths)
                table.Add(
                    known.Operation, known.Setting.Scale, known.Setting.Load, Time(known.Nanoseconds),
                    truth.Method,
                    Ratio(truth.Ratio.Value),
                    $"{Ratio(truth.Ratio.Lower)}–{Ratio(truth.Ratio.Upper)}",
                    truth.Rounds.ToString(CultureInfo.InvariantCulture));
        table.Write(text, "Truths", "What the busy time came to, by rounds of this program's own before each repetition; intervals 95 %.");
    }

    private static void Seconds(StringBuilder text, IEnumerable<Measured> groups)
    {
        var table = new Table("subject", "scale", "load", "measured", "runs", "median s", "worst s");
        foreach (var group in groups)
            foreach (var trial in group.Runs.GroupBy(r => r.Trial))
                table.Add(
                    group.Subject, group.Setting.Scale, group.Setting.Load, $"{trial.Key}, {trial.First().Cases.Count} cases",
                    Count(trial), Number(Statistics.Median(trial.Select(r => r.Seconds))), Number(trial.Max(r => r.Seconds)));
        table.Write(
            text,
            "Seconds to a verdict",
            "From asking until the verdicts of all cases, setup and warm-up included; waiting for other performance tests on the machine "
            + "excluded.");
    }

    private static void TwinErrors(StringBuilder text, IEnumerable<Measured> groups)
    {
        var table = new Table("subject", "scale", "load", "measurements", "rms error", "worst error");
        foreach (var group in groups)
        {
            var errors = group.Runs.TwinErrors();
            table.Add(
                group.Subject,
                group.Setting.Scale,
                group.Setting.Load,
                Count(errors),
                Percent(Statistics.RootMeanSquare(errors)),
                Percent(errors.Select(Math.Abs).DefaultIfEmpty(double.NaN).Max()));
        }

        table.Write(text, "The twin's time ratio", "Its truth is 1.");
    }

    private static void Coverage(StringBuilder text, IEnumerable<Measured> groups)
    {
        string[] methods = [
            nameof(Methods.Twin),
            nameof(Methods.Slower1),
            nameof(Methods.Slower3),
            nameof(Methods.Slower5),
            nameof(Methods.Slower10),
        ];
        var table = new Table(["subject", "scale", "load", .. methods, "median half width"]);
        foreach (var group in groups)
            table.Add(
                [
                    group.Subject,
                    group.Setting.Scale,
                    group.Setting.Load,
                    .. methods.Select(group.Covered),
                    Percent(Statistics.Median(group.HalfWidths())),
                ]);
        table.Write(
            text,
            "Intervals that contain the truth",
            "1 for the twin; for the others the truth as measured just before, which has an interval too: here they meet. "
            + "HttpPerf's intervals may miss in 1 % of groups, BenchmarkDotNet's of means in 0.1 % each.");
    }

    private static void Verdicts(StringBuilder text, IEnumerable<Measured> groups)
    {
        var table = new Table(
            ["case", "limit", "subject", "scale", "load", "in", .. Outcomes.Select(o => o.ToString().ToLowerInvariant()), "failed"]);
        var rows =
            from g in groups
            from run in g.Runs
            from judged in run.Judged
            group judged by (
                judged.Method,
                judged.Metric,
                Max: judged.Metric == Metric.AllocatedBytes.Name ? "base's" : Ratio(judged.Limit),
                g.Subject,
                g.Setting,
                run.Trial)
            into verdicts
            orderby Array.IndexOf(MethodOrder, verdicts.Key.Method), verdicts.Key.Metric, verdicts.Key.Max
            select verdicts;
        foreach (var row in rows)
            table.Add(
            [
                row.Key.Method,
                $"{row.Key.Metric} {row.Key.Max}",
                row.Key.Subject,
                row.Key.Setting.Scale,
                row.Key.Setting.Load,
                row.Key.Trial.Split(' ')[0],
                .. Outcomes.Select(o => Count(row.Where(v => v.Outcome == o))),
                Rate.Of([.. row], v => v.Outcome == Outcome.Failed).ToString(),
            ]);
        table.Write(
            text,
            "Verdicts",
            "The twin's failures are false alarms, and so are those of Slower1 at 1.02; those of the others are detections.");
    }

    private static void Bytes(StringBuilder text, IEnumerable<Measured> groups)
    {
        string[] methods = [
            nameof(Methods.Base),
            nameof(Methods.Twin),
            nameof(Methods.Allocates24),
            nameof(Methods.Allocates64),
            nameof(Methods.Allocates1024),
        ];
        var table = new Table(["subject", "scale", "load", .. methods, "spread of the base"]);
        foreach (var group in groups)
        {
            var ofBase = group.BytesOf(nameof(Methods.Base));
            table.Add([
                group.Subject, group.Setting.Scale, group.Setting.Load, .. methods.Select(m => Range(group.BytesOf(m))),
                Percent((ofBase.Max() - ofBase.Min()) / Statistics.Median(ofBase))]);
        }

        table.Write(text, "Allocated bytes", "Least and most of all measurements.");
    }

    private static void Problems(StringBuilder text, Results results)
    {
        if (results.LeftOut.Count > 0 || results.Runs.Any(r => r.Failure is not null))
            text.Append("\n## Not measured\n\n");
        foreach (var failure in results.Runs.Where(r => r.Failure is not null))
            text.Append(
                CultureInfo.InvariantCulture,
                $"- {failure.Subject}, {failure.Trial}, {failure.Setting.Scale}, {failure.Setting.Load}: {failure.Failure}\n");
        foreach (var leftOut in results.LeftOut)
            text.Append(CultureInfo.InvariantCulture, $"- {leftOut}: left out for lack of time.\n");
    }
}
