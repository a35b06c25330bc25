using System.Globalization;
using System.Text.Json;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Toolchains.Results;
using BenchmarkDotNet.Validators;

namespace HttpPerf.Running;

/// <summary>
/// A case's samples as the lines that BenchmarkDotNet reads from a benchmark's process, and back from its report.
/// A launch index is an epoch, the iteration index of an actual workload a round; what has no place there stands in a line of
/// our own, so that a summary holds all that was measured.
/// </summary>
internal sealed class CaseLines
{
    private const string DetailsPrefix = "// HttpPerf: ";
    private const string ControlsPrefix = "// HttpPerf controls: ";
    private const string GcPrefix = "// GC: ";

    /// <summary>
    /// BenchmarkDotNet's result workloads, on which its columns rest. Its Ratio divides each of a case by each of the baseline's:
    /// with a thousand rounds that takes seconds a case.
    /// </summary>
    private const int ResultsPerEpoch = 4;

    private readonly IReadOnlyList<string>[] _results;
    private readonly IReadOnlyList<string>[] _prefixed;
    private readonly int _exitCode;

    private CaseLines(IReadOnlyList<string>[] results, IReadOnlyList<string>[] prefixed, int exitCode)
    {
        _results = results;
        _prefixed = prefixed;
        _exitCode = exitCode;
    }

    // Rounds: those of each of the launch's epochs, in order, because measuring on builds the cases again.
    private sealed record Details(IReadOnlyList<int> Rounds, CaseWide? CaseWide);

    // What belongs to no launch; the first one has it.
    private sealed record CaseWide(AllocationSamples Allocation, GcActivity Gc, CounterSamples? Counters);

    public static CaseLines Of(CaseFailure failure) =>
        new([[]], [[ValidationErrorReporter.ConsoleErrorPrefix + failure.Cause]], exitCode: 1);

    public static CaseLines Of(CaseSamples samples, int launches)
    {
        var epochs = samples.Epochs.Select((times, index) => (times, launch: index % launches)).ToLookup(e => e.launch, e => e.times);
        var gcLine = GcLine(TypicalAllocation(samples), samples.Gc);
        var caseWide = new CaseWide(samples.Allocation, samples.Gc, samples.Counters);
        return new CaseLines(
            [.. Enumerable.Range(0, launches).Select(l => ResultLines(epochs[l], samples.OperationsPerBlock))],
            [.. Enumerable.Range(0, launches).Select(IReadOnlyList<string> (l) =>
            [
                gcLine,
                DetailsPrefix + JsonSerializer.Serialize(new Details([.. epochs[l].Select(e => e.Length)], l == 0 ? caseWide : null)),
            ])],
            exitCode: 0);
    }

    /// <summary>The same lines, and those of the group's controls with the first launch: they have no case of their own.</summary>
    public CaseLines With(ControlSamples controls) =>
        new(_results, [[.. _prefixed[0], ControlsPrefix + JsonSerializer.Serialize(controls)], .. _prefixed.Skip(1)], _exitCode);

    public ExecuteResult ToResult(int launch)
    {
        var index = Math.Min(launch, _results.Length) - 1;
        return new ExecuteResult(
            foundExecutable: true, _exitCode, Environment.ProcessId, _results[index], _prefixed[index], [], launch);
    }

    public static CaseSamples Read(CaseId id, BenchmarkReport report)
    {
        var launches = report.ExecuteResults.Select(ReadLaunch).ToList();
        // Epochs were dealt to the launches in turn, and are picked up in the same order.
        var epochs = Enumerable.Range(0, launches.Max(l => l.Epochs.Count))
            .SelectMany(turn => launches.Where(l => turn < l.Epochs.Count).Select(l => l.Epochs[turn]))
            .ToList();
        var operations = report.ExecuteResults[0].Measurements[0].Operations;
        var (allocation, gc, counters) = launches[0].Details.CaseWide!;
        return new CaseSamples(id, epochs, operations, allocation, gc, counters);
    }

    /// <summary>What the reports of a group say of its controls.</summary>
    public static ControlSamples ReadControls(IEnumerable<BenchmarkReport> reports) =>
        reports.SelectMany(r => r.ExecuteResults).SelectMany(r => r.PrefixedLines).FirstOrDefault(l => l.StartsWith(ControlsPrefix, StringComparison.Ordinal)) is { } line
            ? JsonSerializer.Deserialize<ControlSamples>(line.AsSpan(ControlsPrefix.Length))!
            : ControlSamples.None;

    /// <summary>Why BenchmarkDotNet's report of a case holds no result.</summary>
    public static string ReadFailure(BenchmarkReport report)
    {
        var errors = report.ExecuteResults.SelectMany(r => r.Errors).ToList();
        return errors.Count > 0 ? string.Join('\n', errors) : "BenchmarkDotNet reports no result and no error for it.";
    }

    private static string GcLine(double bytesPerOperation, GcActivity gc)
    {
        // BenchmarkDotNet 0.14 takes all bytes together for none where they are fewer than a quantum; as parts of more operations they aren't.
        var allocated = bytesPerOperation * gc.Operations;
        var scale = allocated > 0 ? (long)(GcStats.AllocationQuantum / allocated) + 1 : 1;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{GcPrefix}{gc.Gen0 * scale} {gc.Gen1 * scale} {gc.Gen2 * scale} {Math.Round(allocated * scale):0} {gc.Operations * scale}");
    }

    /// <summary>The most common figure of the windows: what BenchmarkDotNet's Allocated column shows.</summary>
    private static double TypicalAllocation(CaseSamples samples) =>
        samples.Allocation.BytesPerOperation.SelectMany(w => w).CountBy(b => b).MaxBy(figure => figure.Value).Key;

    private static List<string> ResultLines(IEnumerable<double[]> epochs, long operations)
    {
        var rounds = epochs.SelectMany(e => e).ToList();
        var results = epochs.SelectMany(e => e.Chunk((e.Length + ResultsPerEpoch - 1) / ResultsPerEpoch)).Select(Median);
        return [.. Lines(rounds, IterationStage.Actual), .. Lines(results, IterationStage.Result)];

        IEnumerable<string> Lines(IEnumerable<double> times, IterationStage stage) => times.Select((time, index) =>
            new Measurement(0, IterationMode.Workload, stage, index + 1, operations, time * operations).ToString());
    }

    private static double Median(double[] times) => times.Order().ElementAt(times.Length / 2);

    private static (Details Details, List<double[]> Epochs) ReadLaunch(ExecuteResult result)
    {
        var line = result.PrefixedLines.Single(l => l.StartsWith(DetailsPrefix, StringComparison.Ordinal));
        var details = JsonSerializer.Deserialize<Details>(line.AsSpan(DetailsPrefix.Length))!;
        var times = result.Measurements
            .Where(m => m.IterationStage == IterationStage.Actual)
            .Select(m => m.Nanoseconds / m.Operations)
            .ToArray();
        var epochs = new List<double[]>();
        var start = 0;
        foreach (var rounds in details.Rounds)
        {
            epochs.Add(times[start..(start + rounds)]);
            start += rounds;
        }

        return (details, epochs);
    }
}
