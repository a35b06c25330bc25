using HttpPerf.Profiling;

namespace HttpPerf.Reporting;

/// <summary>Shows the allocations of a case, or where its time goes: the largest part in a message, all of it in a file.</summary>
internal static class ProfileText
{
    private const int MostSubjects = 5;

    /// <summary>Types and places with a smaller part of the growth are only counted.</summary>
    private const double LeastShare = 0.01;

    private const double LeastPartOfWaiting = 0.25;

    /// <summary>Where the traced calls grow by an amount that differs by more than this part from the measured, both are shown.</summary>
    private const double AmountError = 0.1;

    /// <summary>The growth, for the message of a case.</summary>
    /// <param name="kind">Bytes or times.</param>
    /// <param name="metric">Whose limit is broken, which decides whose side is shown; null for both sides.</param>
    /// <param name="now">The case.</param>
    /// <param name="before">The costs to compare with; null for none, which shows all costs of the case.</param>
    /// <param name="smallest">Less is left out, in bytes or nanoseconds per operation.</param>
    /// <param name="ofTests">By how much the tests' side has grown where it was measured; null if that is not known.</param>
    /// <param name="ofServer">By how much the server's has.</param>
    /// <returns>Lines; empty if nothing has grown.</returns>
    public static string Explain(
        ProfileKind kind,
        Metric? metric,
        CaseProfile now,
        CaseProfile? before,
        double smallest,
        MeasuredGrowth? ofTests,
        MeasuredGrowth? ofServer)
    {
        if (before is not null && kind == ProfileKind.Times && now.Tests.Duration <= before.Tests.Duration)
            return "  The slowdown was not found: sampled in a separate process, the case takes no longer.";
        var tests = metric is { IsOfServer: true } ? "" : Summarize(kind, now.Tests, before?.Tests, smallest, ofTests);
        var server = now.Server is null || metric is { IsOfClientBytes: true } ? ""
            : Summarize(kind, now.Server, before?.Server, smallest, ofServer);
        string[] lines =
        [
            kind == ProfileKind.Times ? Heading(now.Tests, before?.Tests) : "",
            tests,
            server.Length > 0 ? $"  on the server:\n{server}" : "",
            kind == ProfileKind.Times && before is not null ? Waiting(now, before, smallest) : "",
        ];
        return string.Join('\n', lines.Where(line => line.Length > 0));
    }

    /// <summary>The costs of a case that doesn't fail, if somebody asked for them.</summary>
    public static string Describe(CaseId id, ProfileKind kind, string explanation) =>
        $"{id} {(kind == ProfileKind.Times ? "spends its time" : "allocates")}:\n{explanation}";

    /// <summary>The subjects that have grown most, with places, a line each; and whether they agree with the measured growth.</summary>
    public static string Summarize(
        ProfileKind kind, CallProfile now, CallProfile? before, double smallest, MeasuredGrowth? measured = null)
    {
        var (change, isGrowth) = (ProfileChange.Compare(now, before, smallest, measured), before is not null);
        var grown = change.Grown;
        if (grown.Count == 0)
            return measured?.Bytes >= smallest ? "  The growth was not found: traced in a separate process, nothing allocates more." : "";
        Func<ProfileGrowth, bool, string[]> row = kind == ProfileKind.Times ? TimeRow : TypeRow;
        var least = LeastShare * grown.Sum(g => g.Amount);
        string[][] rows = [.. grown.Where(g => g.Amount >= least).Take(MostSubjects).Select(g => row(g, isGrowth))];
        var widths = Enumerable.Range(0, rows[0].Length - 1).Select(column => rows.Max(cells => cells[column].Length)).ToArray();
        var lines = rows.Select(cells => $"  {cells[0].PadLeft(widths[0])}   "
            + string.Concat(cells[1..^1].Select((cell, i) => $"{cell.PadRight(widths[i + 1])}   ")) + $"at {cells[^1]}").ToList();
        if (grown.Count > rows.Length)
            lines.Add($"  … and {grown.Count - rows.Length} more {(kind == ProfileKind.Times ? "places" : "types")}");
        if (kind == ProfileKind.Allocations && change.Amount - grown.Sum(g => g.Amount) is var less && less <= -smallest)
            lines.Add($"  {Grown(less)} of types that are allocated less");
        if (measured is { Bytes: var bytes } && Math.Abs(change.Amount - bytes) > Math.Max(smallest, AmountError * Math.Abs(bytes)))
            lines.Add($"  In all, {Grown(change.Amount)} in calls that are traced, {Grown(bytes)} in those that are measured");
        return string.Join('\n', lines);
    }

    /// <summary>Calls as a tree.</summary>
    /// <param name="title">Whose calls they are.</param>
    /// <param name="profile">Their allocations.</param>
    public static string WriteTree(string title, CallProfile profile)
    {
        string[] lines =
        [
            $"{title}: bytes per operation, over {Figures.Number(profile.Operations, "#,0")} operations",
            "",
            .. ProfileTree.Build(profile).Select(
                call => $"{Figures.Number(call.Amount, "#,0"),12}  {new string(' ', 2 * call.Depth)}{call.Name}"),
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    /// <summary>The total that the figures are parts of: sampled calls take longer than others.</summary>
    private static string Heading(CallProfile now, CallProfile? before) =>
        $"  sampled in a separate process, where it takes {Figures.Show(Metric.MedianTime, now.Duration)}"
        + (before is null ? ":" : $" instead of {Figures.Show(Metric.MedianTime, before.Duration)}:");

    /// <summary>The time in which nothing was at work, if that is a good part of the growth.</summary>
    private static string Waiting(CaseProfile now, CaseProfile before, double smallest)
    {
        var growth = now.Waiting - before.Waiting;
        return growth >= smallest && growth >= LeastPartOfWaiting * (now.Tests.Duration - before.Tests.Duration)
            ? $"  +{Figures.Show(Metric.MedianTime, growth)} while no thread is working: it waits, e.g. for a timer, a lock or the network"
            : "";
    }

    private static string[] TypeRow(ProfileGrowth type, bool isGrowth)
    {
        var bytes = isGrowth ? Grown(type.Amount) : $"{Figures.Number(type.Amount, "#,0")} B";
        var objects = Math.Round(type.Count, 1);
        var size = type.Size is { } each ? $"{Figures.Number(each, "#,0")} B" : "of several sizes";
        var what = objects >= 0.1 ? $"{Figures.Number(objects, "#,0.#")} × {type.Subject} ({size})"
            : isGrowth && objects <= -0.1 ? $"{type.Subject}, fewer and larger"
            : isGrowth ? $"{type.Subject}, as many as before"
            : type.Subject;
        return [bytes, what, string.Join(", and ", type.Places)];
    }

    private static string Grown(double bytes) => $"{Figures.Number(bytes, "+#,0;-#,0;0")} B";

    private static string[] TimeRow(ProfileGrowth place, bool isGrowth) =>
        [(isGrowth ? "+" : "") + Figures.Show(Metric.MedianTime, place.Amount), string.Join(", and ", place.Places)];
}
