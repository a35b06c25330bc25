using System.Globalization;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>The lines of one run in one campaign.</summary>
internal sealed record RecordedRun(IReadOnlyList<Line> Lines)
{
    /// <summary>As many processors in use by other work as an idle system has.</summary>
    private const double Idle = 0.15;

    public const string AsRoot = "as root";

    public Line First => Lines[0];

    /// <summary>Whether the tests would have failed though they shouldn't.</summary>
    public bool HasFailed => Lines.Any(line => line.IsFailure);

    /// <summary>Whether the change was found: in the figure in which it must show, or in any of those that it changes.</summary>
    public bool HasFound => Lines.Any(line => line is { Changed: true, IsBroken: true });

    public IReadOnlyList<string> Cases => [.. Lines.Select(line => line.Case).Distinct()];

    /// <summary>Cases of which a limit was neither met nor broken for sure.</summary>
    public int Open => CountCases(line => line.IsOpen);

    /// <summary>Those of them that would fail with the setting <c>strict</c>.</summary>
    public int Inconclusive => CountCases(line => line.IsInconclusive);

    private int CountCases(Func<Line, bool> isOne) => Lines.GroupBy(line => line.Case)
        .Count(ofCase => ofCase.Any(isOne) && !ofCase.Any(line => line.IsFailure));

    /// <summary>Other work on the machine during the run.</summary>
    public string Beside => (First.Hogs, First.Others) switch
    {
        (0, null) => "no busy loops",
        (0, < Idle) => "idle",
        (0, _) => "other work",
        (var hogs, null or < Idle) => string.Create(CultureInfo.InvariantCulture, $"{hogs} busy loops"),
        var (hogs, _) => string.Create(CultureInfo.InvariantCulture, $"{hogs} busy loops, other work"),
    };

    /// <summary>The runs of recorded lines that count: those after the rules were frozen, if they are.</summary>
    public static IReadOnlyList<RecordedRun> Of(IEnumerable<Line> lines, string? frozen) =>
    [
        .. lines
            .Where(line => frozen is null || line.Frozen == frozen)
            .GroupBy(line => (line.Run, line.Campaign))
            .Select(run => new RecordedRun([.. run]))
            .OrderBy(run => run.First.Date),
    ];

    /// <summary>When, of which code, where and as whom.</summary>
    public static string Origin(IReadOnlyCollection<RecordedRun> runs, IReadOnlyList<string> machines)
    {
        string[] days = [.. runs.Select(run => run.First.Date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)).Distinct().Order()];
        string[] commits = [.. runs.Select(run => run.First.Commit).Distinct()];
        string[] where = [.. runs.Select(run => Name(machines, run.First.Machine)).Distinct().Order(StringComparer.Ordinal)];
        var user = runs.Any(run => run.First.Privileged) ? $", {AsRoot}" : "";
        return $"{(days.Length == 1 ? days[0] : $"{days[0]} to {days[^1]}")}, "
            + $"{(commits.Length == 1 ? commits[0] : $"{commits[0]} to {commits[^1]}")}, {string.Join(" ", where)}{user}";
    }

    /// <summary>Machines are long to describe: a letter stands for each.</summary>
    public static string Name(IReadOnlyList<string> machines, string machine) => $"{(char)('A' + machines.ToList().IndexOf(machine))}";

    /// <summary>Those of users without privileges, if there are any.</summary>
    public static IReadOnlyList<RecordedRun> Ordinary(IReadOnlyList<RecordedRun> runs) =>
        runs.Any(run => !run.First.Privileged) ? [.. runs.Where(run => !run.First.Privileged)] : runs;
}
