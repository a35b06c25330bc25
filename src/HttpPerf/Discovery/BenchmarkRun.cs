using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using HttpPerf.Model;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Discovery;

/// <param name="Samples">The samples.</param>
/// <param name="Folder">The full path of the folder for reports.</param>
/// <param name="Files">Full paths of the files there that BenchmarkDotNet's exporters wrote.</param>
/// <param name="Errors">Errors outside of measuring, e.g. a report that could not be written.</param>
internal sealed record RunOutcome(GroupSamples Samples, string Folder, IReadOnlyList<string> Files, IReadOnlyList<string> Errors);

/// <summary>
/// Runs the cases of one group in BenchmarkDotNet, which validates them, calls the measurement and exports the results. The samples are
/// captured on their way to BenchmarkDotNet; nothing is read back from it.
/// </summary>
internal static class BenchmarkRun
{
    /// <param name="group">The group to run.</param>
    /// <param name="measure">Measures the group.</param>
    /// <param name="artifacts">The folder for reports.</param>
    /// <param name="epochs">The minimum number of times each case is rebuilt, unless its class sets a launch count.</param>
    /// <exception cref="InvalidRunException">BenchmarkDotNet rejects the group, or doesn't run it.</exception>
    public static RunOutcome Execute(
        BenchmarkGroup group, MeasureGroup measure, string artifacts, int epochs = InterleavedToolchain.DefaultEpochs)
    {
        GroupSamples? samples = null;
        var toolchain = new InterleavedToolchain(async (benchmarks, wanted) => samples = await measure(benchmarks, wanted));
        var log = new LogCapture();
        var exports = new ReportedExports(DeclaredConfig.ExportersOf(group.Type));
        var config = ImmutableConfigBuilder.Create(
            DeclaredConfig.AddTo(RunConfig.CreateFull(toolchain, epochs, log, exports, artifacts), group.Type));
        var job = config.GetJobs().Single();
        var cases = group.Cases
            .Select(c => BenchmarkCase.Create(c.Benchmark.Descriptor, job, c.Benchmark.Parameters, config))
            .ToArray();

        var summary = BenchmarkRunner.Run(new BenchmarkRunInfo(cases, group.Type, config));
        RefuseInvalid(group, summary);
        if (samples is null)
            throw new InvalidRunException(
                $"BenchmarkDotNet did not run {group.Name}. Its log:\n{string.Concat(log.CapturedOutput.Select(o => o.Text))}");
        return new RunOutcome(samples, artifacts, Directory.GetFiles(summary.ResultsDirectoryPath), [.. exports.Errors.Select(Describe)]);
    }

    private static string Describe(string exportError) =>
        $"A report could not be written; the verdicts are unaffected. {Quotation.Line(exportError.Split('\n')[0])}";

    private static void RefuseInvalid(BenchmarkGroup group, Summary summary)
    {
        var errors = summary.ValidationErrors.Where(e => e.IsCritical).Select(e => e.Message).Distinct().ToList();
        if (errors.Count > 0)
            throw new InvalidRunException(
                $"{group.Name} was not measured, because BenchmarkDotNet refuses to run it:"
                + string.Concat(errors.Select(e => $"\n  - {e}")));
    }
}
