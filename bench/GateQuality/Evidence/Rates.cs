using System.Globalization;
using System.Text;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>The rates of recorded runs, in tables with a row for each API, truth and load. Pure.</summary>
internal static class Rates
{
    private const string Time = "against.timeRatio";

    private static readonly double[] Levels = [0.5, 0.8, 0.95, 0.99];

    private sealed record Row(string Campaign, string Api, string Truth, string Subject, string Beside, string Machine, bool Privileged);

    /// <param name="runs">All that count.</param>
    /// <param name="frozen">Since when the rules are frozen; null if they aren't.</param>
    public static string Render(IReadOnlyList<RecordedRun> runs, string? frozen)
    {
        if (runs.Count == 0)
            return "No runs are recorded yet. The figures below are older; their single runs were not kept.\n";
        string[] machines = [.. runs.Select(run => run.First.Machine).Distinct()];
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"Made from {runs.DistinctBy(run => run.First.Run).Count()} recorded runs. ");
        text.Append(
            frozen is null
                ? "The rules by which verdicts come about may have changed between them, so this is no hold-out.\n"
                : $"All of them came after the rules had been frozen, at `{frozen}`.\n");
        SameCode(text, Of(Plan.Unchanged));
        Power(text, Of(Plan.Power));
        AtTheLimit(text, Of(Plan.Limits));
        Processes(text, Of(Plan.Processes));
        Calibration(text, Of(Plan.Calibration));
        Twins(text, Of(Plan.Twins));
        text.Append("\nMachines:\n\n");
        foreach (var machine in machines)
            text.Append(CultureInfo.InvariantCulture, $"- {RecordedRun.Name(machines, machine)}: {machine}\n");
        return $"{text}";

        IEnumerable<(Row Row, IReadOnlyList<RecordedRun> Runs, string Origin)> Of(string campaign) =>
            from run in runs
            where run.First.Campaign == campaign
            let first = run.First
            group run by new Row(campaign, first.Api, first.Truth, first.Subject, run.Beside, first.Machine, first.Privileged) into row
            let list = row.ToList()
            select (row.Key, (IReadOnlyList<RecordedRun>)list, RecordedRun.Origin(list, machines));
    }

    private static void SameCode(StringBuilder text, IEnumerable<(Row, IReadOnlyList<RecordedRun>, string)> rows)
    {
        var table = new Table(
            "API", "compared", "beside", "runs", "runs that failed", "with 95 % confidence", "cases not shown", "inconclusive",
            "mean time ratio", "median s", "measured");
        foreach (var (row, runs, origin) in rows)
        {
            var failed = Rate.Of(runs, run => run.HasFailed);
            table.Add(
                row.Api, row.Truth, row.Beside, $"{runs.Count}", $"{failed.Hits}", $"fewer than {Percent(failed.Below)}",
                Share(runs.Sum(run => run.Open), runs.Sum(run => run.Cases.Count)),
                $"{runs.Sum(run => run.Inconclusive)}", Ratio(Mean(runs, Time)), Seconds(runs), origin);
        }

        table.Write(
            text,
            "The same code",
            "Every failure is a false alarm. A run is a whole test run, in which several cases have several limits each. *Not shown* are "
            + "cases that pass without proof that they meet all limits; of these, *inconclusive* are those that more likely break one.",
            level: 3);
    }

    private static void Power(StringBuilder text, IEnumerable<(Row, IReadOnlyList<RecordedRun>, string)> rows)
    {
        var table = new Table(
            "API", "change", "beside", "runs", "found", "with 95 % confidence", "true ratio", "other cases that failed", "median s",
            "measured");
        foreach (var (row, runs, origin) in rows)
        {
            var found = Rate.Of(runs, run => run.HasFound);
            double[] truths = [.. runs.SelectMany(run => run.Lines).Select(line => line.True).OfType<double>()];
            var others = Rate.Of(runs, run => run.Lines.GroupBy(line => line.Case).Any(
                ofCase => ofCase.All(line => !line.Changed) && ofCase.Any(line => line.IsFailure)));
            table.Add(
                row.Api, row.Truth, row.Beside, $"{runs.Count}", $"{found.Hits}", $"more than {Percent(found.Above)}",
                truths.Length == 0 ? "" : Ratio(Statistics.Median(truths)), $"in {others.Hits} of {others.Total}", Seconds(runs), origin);
        }

        table.Write(
            text,
            "Changes of the API",
            "Each build has a server of its own. Time counts as found if the ratio of times breaks its limit, and 24 B if the server's "
            + "bytes do; other changes, if any figure of the changed case does.",
            level: 3);
    }

    private static void AtTheLimit(StringBuilder text, IEnumerable<(Row, IReadOnlyList<RecordedRun>, string)> rows)
    {
        var table = new Table("API", "beside", "runs", "verdicts", "failed", "passed for sure", "not shown", "median s", "measured");
        foreach (var (row, runs, origin) in rows)
        {
            Line[] judged = [.. runs.SelectMany(run => run.Lines).Where(line => line.IsFailure || line.Limit < 5)];
            table.Add(
                row.Api, row.Beside, $"{runs.Count}", $"{judged.Length}", Share(judged.Count(line => line.IsFailure), judged.Length),
                Share(judged.Count(line => line.Status == Line.Within), judged.Length),
                Share(judged.Count(line => line.IsOpen), judged.Length), Seconds(runs), origin);
        }

        table.Write(
            text,
            "Limits at the truth",
            "The limit of each method is the mean ratio that many processes measured, so whatever is decided is wrong half of the time. "
            + "Verdicts of a run aren't independent.",
            level: 3);
    }

    private static void Processes(StringBuilder text, IEnumerable<(Row, IReadOnlyList<RecordedRun>, string)> rows)
    {
        var table = new Table(
            "API", "compared", "beside", "processes", "pairs", "mean time ratio", "sd of a process", "of it, its own error",
            "between processes", "median s", "measured");
        foreach (var (row, runs, origin) in rows)
        {
            var pairs = runs.SelectMany(run => run.Lines).Where(line => line is { Value: > 0, Error: not null })
                .GroupBy(line => line.Case).Where(pair => pair.Count() > 1).ToList();
            if (pairs.Count == 0)
                continue;
            var all = Math.Sqrt(pairs.Average(pair => Variance([.. pair.Select(line => Math.Log(line.Value!.Value))])));
            var own = Statistics.RootMeanSquare([.. pairs.SelectMany(pair => pair).Select(line => line.Error!.Value)]);
            table.Add(
                row.Api, row.Truth, row.Beside, $"{runs.Count}", $"{pairs.Count}",
                Ratio(Math.Exp(pairs.Average(pair => pair.Average(line => Math.Log(line.Value!.Value))))),
                Percent(all), Percent(own), Percent(Math.Sqrt(Math.Max(0, all * all - own * own))), Seconds(runs), origin);
        }

        table.Write(
            text,
            "Fresh processes",
            "By how much the ratio of the same two cases differs from process to process (sd, root mean square over the pairs), and "
            + "what of it is left when the error within each process is taken out. A process has a budget of 5 s.",
            level: 3);
    }

    private static void Calibration(StringBuilder text, IEnumerable<(Row, IReadOnlyList<RecordedRun>, string)> rows)
    {
        var table = new Table(
            ["beside", "runs", "epochs", .. Levels.Select(level => $"in {Percent(level)}"), "copies in their intervals", "machine"]);
        foreach (var of in rows.SelectMany(row => row.Item2).GroupBy(run => (run.Beside, run.First.Machine)))
        {
            double[] places = [.. of.SelectMany(run => run.Lines).SelectMany(line => line.Places ?? [])];
            Line[] copies = [.. of.SelectMany(run => run.Lines).Where(line => line.Metric == "copy")];
            table.Add(
            [
                of.Key.Beside, Format.Count(of), $"{places.Length}",
                .. Levels.Select(level => Percent(places.Count(place => Math.Abs(2 * place - 1) <= level) / (double)places.Length)),
                $"{copies.Count(copy => copy.Status == Line.Within)} of {copies.Length}", of.Key.Machine,
            ]);
        }

        table.Write(
            text,
            "Are intervals as wide as they say?",
            "Each epoch's ratio is predicted from the other epochs of its case: so many lie in the middle 50, 80, 95 and 99 % of the "
            + "prediction. The copy of a group's first case, whose ratio is 1, should be in its interval.",
            level: 3);
    }

    private static void Twins(StringBuilder text, IEnumerable<(Row, IReadOnlyList<RecordedRun>, string)> rows)
    {
        var table = new Table("tool", "beside", "runs", "rms error", "worst error", "median s", "measured");
        foreach (var (row, runs, origin) in rows)
        {
            double[] errors = [.. TwinRatios(runs).Select(ratio => ratio - 1)];
            table.Add(
                row.Subject, row.Beside, $"{runs.Count}", Percent(Statistics.RootMeanSquare(errors)),
                Percent(errors.Select(Math.Abs).DefaultIfEmpty(double.NaN).Max()), Seconds(runs), origin);
        }

        table.Write(
            text, "Two identical methods", "Their true ratio is 1. BenchmarkDotNet measures by its default job and toolchain.", level: 3);
    }

    /// <summary>Runs of two identical methods.</summary>
    public static IEnumerable<double> TwinRatios(IEnumerable<RecordedRun> runs) =>
        runs.Where(run => run.First.Campaign == Plan.Twins)
            .SelectMany(run => run.Lines)
            .Where(line => line is { Metric: "timeRatio", Value: not null, Case: "Twins.GetAgain" })
            .Select(line => line.Value!.Value);

    private static double Mean(IEnumerable<RecordedRun> runs, string metric) => Math.Exp(
        runs.SelectMany(run => run.Lines).Where(line => line.Metric == metric && line.Value > 0)
            .Select(line => Math.Log(line.Value!.Value)).DefaultIfEmpty(double.NaN).Average());

    private static double Variance(IReadOnlyList<double> values)
    {
        var mean = values.Average();
        return values.Sum(value => Math.Pow(value - mean, 2)) / (values.Count - 1);
    }

    public static string Share(int part, int of) =>
        of == 0 ? "–" : string.Create(CultureInfo.InvariantCulture, $"{part} of {of} ({100.0 * part / of:0.#} %)");

    public static string Percent(double value) =>
        double.IsNaN(value) ? "–" : string.Create(CultureInfo.InvariantCulture, $"{100 * value:0.##} %");

    private static string Ratio(double value) => Format.Ratio(value);

    private static string Seconds(IEnumerable<RecordedRun> runs) => string.Create(
        CultureInfo.InvariantCulture, $"{Statistics.Median(runs.Select(run => run.First.Seconds)):0}");
}
