using System.Globalization;
using System.Text;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>
/// README's table: the rates of recorded runs, over all APIs and machines. A question that they don't answer yet keeps its older figures,
/// whose single runs were not kept. Pure.
/// </summary>
internal static class Summary
{
    /// <param name="Text">What is asked.</param>
    /// <param name="Campaign">The runs that answer it.</param>
    /// <param name="IsOf">Which of them.</param>
    /// <param name="Answer">How.</param>
    private sealed record Question(
        string Text, string Campaign, Func<string, bool> IsOf, Func<IReadOnlyList<RecordedRun>, string> Answer)
    {
        public Older? Older { get; init; }
    }

    private sealed record Older(string Text, string Idle, string Busy, string Measured);

    private const string Busy = "2 busy loops";

    private static readonly string[] Idle = ["idle", "no busy loops"];

    private const string ClosedRuns = "2026-11-25 and 26, as root";

    private static readonly string[] Counted =
    [
        "+24 B in the server", "N+1 queries", "a connection for each request", "a body larger by a fifth", "Debug logging", ".Result",
    ];

    private static readonly Question[] Questions =
    [
        new("same code, one server for both builds: runs in which a case failed", Plan.Unchanged, truth => truth == Plan.SameCode, Failed)
        {
            Older = new(
                "122 cases against a copy of their own build, at 1.05: runs in which a case failed",
                "0 of 10 (below 26 %), 30 to 37 % not shown", "0 of 10 (below 26 %), 37 to 52 % not shown", ClosedRuns),
        },
        new("same code, a server for each build: runs in which a case failed", Plan.Unchanged, truth => truth == Plan.TwoServers, Failed),
        // One row: of each alone, there are few runs.
        new(
            "24 B, N+1 queries, a connection for each request, a larger body, Debug logging or `.Result` in the API, found",
            Plan.Power,
            Counted.Contains,
            Found)
        {
            Older = new(
                "+24 B in 13 KB of the client since an earlier build, found", "29 of 29 (above 90 %)", "5 of 5 (above 55 %)", ClosedRuns),
        },
        Change("+10 % time at 1.05", new(
            "+10 % time of the client since an earlier build, found", "29 of 29 (above 90 %)", "3 of 5 (above 19 %)", ClosedRuns)),
        Change("+5 % time at 1.02", new(
            "+5 % found by `timeRatio` 1.02, at nice −20 (the default is −5)", "112 of 117 (above 91 %)", "103 of 110 (above 88 %)",
            "2026-11-21 and 22, as root")),
        Change("+3 % time at 1.02"),
    ];

    /// <param name="runs">All that count.</param>
    /// <param name="frozen">Since when the rules are frozen; null if they aren't.</param>
    public static string Render(IReadOnlyList<RecordedRun> runs, string? frozen)
    {
        runs = [.. runs.Where(run => Idle.Contains(run.Beside) || run.Beside == Busy)];
        string[] machines = [.. runs.Select(run => run.First.Machine).Distinct()];
        var table = new Table("", "idle", "with two busy loops", "measured");
        foreach (var question in Questions)
        {
            var all = RecordedRun.Ordinary(
                [.. runs.Where(run => run.First.Campaign == question.Campaign && question.IsOf(run.First.Truth))]);
            var (idle, busy) = (Beside(all, Idle), Beside(all, [Busy]));
            if (idle.Count + busy.Count > 0)
                table.Add(
                    question.Text, Cell(idle), Cell(busy), RecordedRun.Origin([.. idle, .. busy], machines));
            else if (question.Older is { } older)
                table.Add(older.Text, older.Idle, older.Busy, older.Measured);

            string Cell(IReadOnlyList<RecordedRun> of) => of.Count == 0 ? "–" : $"{question.Answer(of)}, {Open(of)} not shown";
        }

        var text = new StringBuilder(
            runs.Count == 0 ? "On 2 shared cores, with .NET 10, of development versions"
            : "From [recorded runs](docs/gate-quality.md#rates) of development versions; rows without a commit are older");
        text.Append(
            runs.Count == 0 ? ""
            : frozen is null ? "; the rules may have changed between runs"
            : string.Create(CultureInfo.InvariantCulture, $"; the rules had been frozen before, at `{frozen}`"));
        text.Append(". In parentheses, a bound of the true rate with 95 % confidence; then the share of cases *not shown*:\n\n");
        table.Write(text);
        if (machines.Length > 0)
            text.Append('\n')
                .AppendJoin("; ", machines.Select(machine => $"{RecordedRun.Name(machines, machine)}: {machine}"))
                .Append(".\n");
        if (runs.All(run => run.First.Privileged))
            text.Append(
                """

                Without the privilege to raise its priority, HttpPerf found +5 % in 0 of 3 runs and +10 % in 1 of 3 [beside busy loops and
                other builds](bench/GateQuality/README.md#what-short-slices-and-priority-bring); an idle machine wasn't measured that way.

                """);
        return $"{text}";

        static IReadOnlyList<RecordedRun> Beside(IEnumerable<RecordedRun> of, string[] loads) =>
            [.. of.Where(run => loads.Contains(run.Beside))];
    }

    private static Question Change(string change, Older? older = null) =>
        new($"{change}, found", Plan.Power, truth => truth == change, Found) { Older = older };

    private static string Failed(IReadOnlyList<RecordedRun> runs) => Rate.Of(runs, run => run.HasFailed) is var rate
        ? $"{rate.Hits} of {rate.Total} (below {Percent(rate.Below)})"
        : "";

    private static string Found(IReadOnlyList<RecordedRun> runs) => Rate.Of(runs, run => run.HasFound) is var rate
        ? $"{rate.Hits} of {rate.Total} (above {Percent(rate.Above)})"
        : "";

    private static string Open(IReadOnlyList<RecordedRun> runs) =>
        Percent((double)runs.Sum(run => run.Open) / runs.Sum(run => run.Cases.Count));

    private static string Percent(double value) => string.Create(CultureInfo.InvariantCulture, $"{100 * value:0} %");
}
