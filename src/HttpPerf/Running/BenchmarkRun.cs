using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;

namespace HttpPerf.Running;

/// <param name="Samples">What was measured.</param>
/// <param name="Files">Full paths of the files that BenchmarkDotNet's exporters wrote.</param>
/// <param name="Errors">What went wrong beside the measuring, e.g. a report that could not be written.</param>
internal sealed record RunOutcome(GroupSamples Samples, IReadOnlyList<string> Files, IReadOnlyList<string> Errors);

/// <summary>Runs the cases of one group in BenchmarkDotNet.</summary>
internal static class BenchmarkRun
{
    /// <exception cref="InvalidRunException">BenchmarkDotNet refuses the group, or returns no report of a case.</exception>
    public static RunOutcome Execute(
        BenchmarkGroup group, MeasureGroup measure, string artifacts, int epochs = InterleavedToolchain.DefaultEpochs)
    {
        var toolchain = new InterleavedToolchain(measure) { Epochs = epochs };
        var log = new LogCapture();
        var info = BenchmarkConverter.TypeToBenchmarks(group.Type, RunConfig.Full(toolchain, log, artifacts));
        var ids = group.Cases.ToDictionary(c => c.Id.Name, c => c.Id);
        var cases = info.BenchmarksCases
            .Where(c => c.Job.Infrastructure.Toolchain == toolchain && ids.ContainsKey(CaseNames.Of(c)))
            .ToArray();

        var summary = BenchmarkRunner.Run(new BenchmarkRunInfo(cases, group.Type, info.Config));
        RefuseInvalid(group, summary, log);
        return new RunOutcome(ReadSamples(summary, ids), Directory.GetFiles(summary.ResultsDirectoryPath), ExportErrors(log));
    }

    public static GroupSamples ReadSamples(Summary summary, IReadOnlyDictionary<string, CaseId> ids)
    {
        var reports = summary.Reports.ToLookup(r => r.Success);
        return new GroupSamples(
            [.. reports[true].Select(r => CaseLines.Read(IdOf(r), r))],
            [.. reports[false].Select(r => new CaseFailure(IdOf(r), CaseLines.ReadFailure(r)))])
        {
            Controls = CaseLines.ReadControls(reports[true]),
        };

        CaseId IdOf(BenchmarkReport report) => ids[CaseNames.Of(report.BenchmarkCase)];
    }

    /// <summary>BenchmarkDotNet's exporters write what they throw to its log, in the part that is about them.</summary>
    private static List<string> ExportErrors(LogCapture log) =>
        [.. log.CapturedOutput
            .SkipWhile(o => !o.Text.Contains("* Export *", StringComparison.Ordinal))
            // After it, errors are those of the cases again.
            .TakeWhile(o => !o.Text.Contains("* Detailed results *", StringComparison.Ordinal))
            .Where(o => o.Kind == LogKind.Error)
            .Select(o => $"A report could not be written; the verdicts stand. {o.Text.Split('\n')[0]}")];

    private static void RefuseInvalid(BenchmarkGroup group, Summary summary, LogCapture log)
    {
        var errors = summary.ValidationErrors.Where(e => e.IsCritical).Select(Describe).Distinct().ToList();
        if (errors.Count > 0)
            throw new InvalidRunException(
                $"Nothing of {group.Name} was measured, because BenchmarkDotNet refuses to run it:{string.Concat(errors.Select(e => $"\n  - {e}"))}");
        if (summary.Reports.Length < group.Cases.Count)
            throw new InvalidRunException(
                $"BenchmarkDotNet returned {summary.Reports.Length} of the {group.Cases.Count} reports of {group.Name}. Its log:\n"
                + string.Concat(log.CapturedOutput.Select(o => o.Text)));
    }

    /// <summary>BenchmarkDotNet's words, but for the commonest mistake: its advice is about benchmarks that are programs of their own.</summary>
    private static string Describe(ValidationError error) => error.Message.Contains("non-optimized", StringComparison.Ordinal)
        ? $"{error.Message.Split('\n')[0].TrimEnd()}, and numbers from unoptimized code mean nothing. "
            + "Add <Optimize>true</Optimize> to its project, or build in Release: dotnet test -c Release."
        : error.Message;
}
