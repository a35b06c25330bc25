using System.Globalization;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Toolchains.Results;
using BenchmarkDotNet.Validators;
using HttpPerf.Judging;
using HttpPerf.Model;

namespace HttpPerf.Discovery;

/// <summary>
/// A case's samples as the lines that BenchmarkDotNet reads from a benchmark's process, for its columns, exporters and diagnosers. The only
/// public constructor of its results takes text. A launch index is an epoch; the iteration index of an actual workload is a round.
/// </summary>
internal sealed class CaseLines
{
    /// <summary>
    /// The number of BenchmarkDotNet's result workloads, on which its columns are based. Its Ratio column divides each result of a case by
    /// each of the baseline's: with a thousand rounds that takes seconds per case.
    /// </summary>
    private const int ResultsPerEpoch = 4;

    private readonly IReadOnlyList<string>[] _results;
    private readonly string _prefixed;
    private readonly int _exitCode;

    private CaseLines(IReadOnlyList<string>[] results, string prefixed, int exitCode)
    {
        _results = results;
        _prefixed = prefixed;
        _exitCode = exitCode;
    }

    public static CaseLines Write(CaseFailure failure) =>
        new([[]], ValidationErrorReporter.ConsoleErrorPrefix + FaultText.Describe(failure.Fault), exitCode: 1);

    public static CaseLines Write(CaseSamples samples, int launches)
    {
        var epochs = samples.Times
            .Select((times, index) => (times, launch: index % launches))
            .ToLookup(e => e.launch, e => e.times);
        return new CaseLines(
            [.. Enumerable.Range(0, launches).Select(l => ResultLines(epochs[l], samples.OperationsPerBlock))],
            GcLine(TypicalAllocation(samples), samples.Gc),
            exitCode: 0);
    }

    public ExecuteResult ToResult(int launch) => new(
        foundExecutable: true, _exitCode, Environment.ProcessId, _results[Math.Min(launch, _results.Length) - 1], [_prefixed], [], launch);

    private static string GcLine(double bytesPerOperation, GcActivity gc)
    {
        // BenchmarkDotNet 0.14 reports 0 B if the total is less than one allocation quantum. Scaled to more operations, the total is
        // larger.
        var allocated = bytesPerOperation * gc.Operations;
        var scale = allocated > 0 ? (long)(GcStats.AllocationQuantum / allocated) + 1 : 1;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"// GC: {gc.Gen0 * scale} {gc.Gen1 * scale} {gc.Gen2 * scale} {Math.Round(allocated * scale):0} {gc.Operations * scale}");
    }

    /// <summary>The most common figure of the windows, for BenchmarkDotNet's Allocated column.</summary>
    private static double TypicalAllocation(CaseSamples samples) =>
        samples.Allocation.BytesPerOperation.SelectMany(w => w).CountBy(b => b).MaxBy(figure => figure.Value).Key;

    private static List<string> ResultLines(IEnumerable<double[]> epochs, long operations)
    {
        var rounds = epochs.SelectMany(e => e);
        var results = epochs.SelectMany(e => e.Chunk((e.Length + ResultsPerEpoch - 1) / ResultsPerEpoch)).Select(Median);
        return [.. Lines(rounds, IterationStage.Actual), .. Lines(results, IterationStage.Result)];

        IEnumerable<string> Lines(IEnumerable<double> times, IterationStage stage) => times.Select((time, index) =>
            new Measurement(0, IterationMode.Workload, stage, index + 1, operations, time * operations).ToString());
    }

    private static double Median(double[] times) => times.Order().ElementAt(times.Length / 2);
}
