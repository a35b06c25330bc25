using System.Globalization;
using System.Text;

namespace HttpPerf.GateQuality;

/// <param name="Name">What was compared.</param>
/// <param name="Hogs">Beside how many busy loops.</param>
/// <param name="Seconds">How long the process took.</param>
/// <param name="Verdicts">On each of its cases.</param>
internal sealed record ComparedRun(string Name, int Hogs, double Seconds, IReadOnlyList<TestVerdict> Verdicts);

/// <summary>Writes what comparisons with an earlier build found. Pure.</summary>
internal static class AgainstReport
{
    /// <param name="runs">All runs.</param>
    public static string Render(IReadOnlyList<ComparedRun> runs)
    {
        var text = new StringBuilder("# Comparisons with an earlier build\n");
        SameCode(text, runs);
        Changes(text, runs);
        Problems(text, runs);
        return $"{text}";
    }

    private static void SameCode(StringBuilder text, IEnumerable<ComparedRun> runs)
    {
        var table = new Table("categories", "busy loops", "runs", "verdicts", "failed", "undecided", "invalid", "median s");
        foreach (var of in runs.Where(run => !run.Verdicts.Any(IsSeeded)).GroupBy(run => (run.Name, run.Hogs)).OrderBy(g => g.Key.Hogs))
        {
            var verdicts = of.SelectMany(run => run.Verdicts).ToList();
            table.Add(
                of.Key.Name,
                $"{of.Key.Hogs}",
                Format.Count(of),
                Format.Count(verdicts),
                $"{Rate.Of(verdicts, v => v.Outcome == Outcome.Failed)}",
                Count(verdicts, Outcome.Inconclusive),
                Count(verdicts, Outcome.Invalid),
                Format.Number(Statistics.Median(of.Select(run => run.Seconds))));
        }

        table.Write(
            text,
            "The same code",
            "Categories of tests/PerfTests, compared with a copy of their build and judged by the defaults. Those not compared are judged "
            + "by the repository's limits. Builds with the same API share its server; another API differs by a byte.");
    }

    private static void Changes(StringBuilder text, IEnumerable<ComparedRun> runs)
    {
        var table = new Table("change", "busy loops", "found", "undecided", "invalid", "median s of its run");
        var seeded =
            from run in runs
            from verdict in run.Verdicts
            let seed = Seed.Of(verdict)
            where seed is not null
            group (run, verdict) by (seed, run.Hogs);
        foreach (var of in seeded.OrderBy(g => g.Key.Hogs).ThenBy(g => Seed.All.ToList().IndexOf(g.Key.seed)))
            table.Add(
                of.Key.seed.Change,
                $"{of.Key.Hogs}",
                $"{Rate.Of([.. of], pair => of.Key.seed.IsFoundBy(pair.verdict))}",
                Count(of.Select(pair => pair.verdict), Outcome.Inconclusive),
                Count(of.Select(pair => pair.verdict), Outcome.Invalid),
                Format.Number(Statistics.Median(of.Select(pair => pair.run.Seconds))));
        table.Write(
            text,
            "Changes",
            "A change is found if its case fails and the message says so. Where there is none, what is found is a false alarm. The changes "
            + "of the client are measured in one run, those of the API in another.");
    }

    private static void Problems(StringBuilder text, IEnumerable<ComparedRun> runs)
    {
        var table = new Table("run", "busy loops", "message");
        foreach (var run in runs)
            foreach (var verdict in run.Verdicts.Where(v => v.Outcome is Outcome.Failed or Outcome.Invalid && !IsFound(v)))
                table.Add(run.Name, run.Hogs.ToString(CultureInfo.InvariantCulture), verdict.Message.Split('\n')[0]);
        table.Write(text, "Other failures", "False alarms, and what could not be measured, by the first line of the message.");
    }

    private static bool IsSeeded(TestVerdict verdict) => Seed.Of(verdict) is not null;

    private static bool IsFound(TestVerdict verdict) => Seed.Of(verdict) is { Finding: not null } seed && seed.IsFoundBy(verdict);

    private static string Count(IEnumerable<TestVerdict> verdicts, Outcome outcome) =>
        Format.Count(verdicts.Where(v => v.Outcome == outcome));
}
