using System.Diagnostics;
using System.Text;
using System.Text.Json;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf.GateQuality;

/// <summary>Whether the limits that a first run proposes hold in the runs after it, each of which is a process of its own.</summary>
internal static class LimitTrial
{
    private const string Argument = "--judge";

    private sealed record Judged(string Metric, double Max, double Value, Outcome Outcome);

    private sealed record JudgedCase(string Case, string? LineToAdd, string? Message, IReadOnlyList<Judged> Limits);

    private sealed record Loaded(int Hogs, IReadOnlyList<JudgedCase> Cases);

    /// <summary>Whether this process was started to be one of the runs.</summary>
    public static bool IsRun(string[] arguments) => arguments is [Argument, _];

    /// <summary>Measures and judges as a test project does, and writes a line for each case.</summary>
    public static int JudgeAll(string[] arguments)
    {
        var thresholds = ThresholdReader.Load(arguments[1]);
        var results = Discovery.Discover(typeof(ReadPatterns)).SelectMany(
            group => new GroupRun(group, thresholds, _ => { }, CancellationToken.None) { ProposesLimits = true }.Execute().Results.Values);
        foreach (var result in results)
            Console.WriteLine(JsonSerializer.Serialize(Describe(result)));
        return 0;
    }

    public static async Task<string> Run(int processes, IReadOnlyList<int> loads, string output)
    {
        Directory.CreateDirectory(output);
        var thresholds = Path.Combine(output, "thresholds.json");
        await File.WriteAllTextAsync(thresholds, """{ "benchmarks": {} }""");
        var proposed = (await Start(thresholds)).Select(c => c.LineToAdd ?? throw new InvalidOperationException(c.Message)).ToList();
        var text = $"{{ \"benchmarks\": {{\n  {string.Join(",\n  ", proposed)}\n}} }}\n";
        await File.WriteAllTextAsync(thresholds, text);

        var all = new List<Loaded>();
        var start = Stopwatch.GetTimestamp();
        for (var process = 1; process <= processes; process++)
        {
            foreach (var hogs in loads)
            {
                using var load = Hogs.Start(hogs);
                var cases = await Start(thresholds);
                all.Add(new(hogs, cases));
                Console.Error.WriteLine($"{Stopwatch.GetElapsedTime(start):hh\\:mm\\:ss} {process} of {processes}, {hogs} busy loops");
                foreach (var failed in cases.Where(c => c.Message is not null))
                    Console.Error.WriteLine(failed.Message);
            }
        }

        return Render(text, all);
    }

    private static JudgedCase Describe(PerfResult result) => new(
        result.Case.Name,
        (result.Verdict as Verdict.NoThreshold)?.LineToAdd,
        result.Message,
        [.. result.Verdict.Judged
            .Select(j => new Judged(j.Limit.Metric.Name, j.Limit.Max!.Value, j.Measured.Value, HttpPerfSubject.OutcomeOf(j)))]);

    private static async Task<List<JudgedCase>> Start(string thresholds)
    {
        var command = Self.Command(Argument, thresholds);
        command.RedirectStandardOutput = true;
        using var process = Process.Start(command)!;
        var cases = new List<JudgedCase>();
        while (await process.StandardOutput.ReadLineAsync() is { } line)
            if (line.StartsWith('{'))
                cases.Add(JsonSerializer.Deserialize<JudgedCase>(line)!);
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? cases : throw new InvalidOperationException($"A run ended with exit code {process.ExitCode}.");
    }

    private static string Render(string limits, IReadOnlyList<Loaded> runs)
    {
        var text = new StringBuilder("# Proposed limits\n");
        var table = new Table("limit", "busy loops", "verdicts", "failed", "undecided", "invalid", "largest figure of its limit");
        var judged = runs.SelectMany(run => run.Cases.SelectMany(c => c.Limits.Select(limit => (run.Hogs, limit))));
        foreach (var of in judged.GroupBy(j => (j.limit.Metric, j.Hogs)).OrderBy(g => g.Key.Hogs).ThenBy(g => g.Key.Metric))
        {
            string Count(Outcome outcome) => Format.Count(of.Where(j => j.limit.Outcome == outcome));
            table.Add(
                of.Key.Metric,
                $"{of.Key.Hogs}",
                Format.Count(of),
                Count(Outcome.Failed),
                Count(Outcome.Inconclusive),
                Count(Outcome.Invalid),
                Format.Percent(of.Max(j => j.limit.Max > 0 ? j.limit.Value / j.limit.Max : 1)));
        }

        table.Write(
            text,
            "Limits of a first run in later runs",
            $"Runs, each a process of its own: {runs.Count}. The first run, idle, proposed:\n\n```json\n{limits}```");
        return $"{text}";
    }
}
