using HttpPerf.Measuring;
using HttpPerf.Running;
using HttpPerf.Thresholds;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>Has a worker measure; <see cref="Worker.Measure"/>, unless a test scripts it.</summary>
internal delegate Task<GroupSamples> MeasureInWorker(
    WorkerRequest request, Action<string> progress, TimeSpan timeout, CancellationToken cancellation, string? tests);

/// <summary>Measures cases of a group in processes of their own.</summary>
/// <param name="group">The group.</param>
/// <param name="budget">The longest that all rounds of one of them may take.</param>
/// <param name="callTimeout">How long a single call may take.</param>
/// <param name="progress">Receives progress messages, from any thread.</param>
/// <param name="cancellation">Ends the processes.</param>
internal sealed class FreshProcess(
    BenchmarkGroup group, TimeBudget budget, TimeSpan callTimeout, Action<string> progress, CancellationToken cancellation)
{
    /// <summary>As few as make a spread between epochs visible; processes differ more than epochs do.</summary>
    public const int Epochs = 4;

    public MeasureInWorker MeasureInWorker { get; init; } = Worker.Measure;

    /// <param name="cases">What to measure, the baseline included.</param>
    /// <param name="rounds">How long a single process would time them.</param>
    /// <param name="shortest">The least that the rounds of an epoch take.</param>
    /// <param name="kinds">What to sample.</param>
    public WorkerRequest RequestFor(IEnumerable<CaseId> cases, TimeSpan rounds, TimeSpan shortest, SampleKinds kinds) => new(
        group.Type.AssemblyQualifiedName!,
        group.Name,
        [.. cases.Select(id => id.Name)],
        Epochs,
        TimeBudget.EpochOfProcess(rounds, Epochs, shortest).TotalMilliseconds,
        budget.Process.TotalSeconds,
        kinds,
        CallTimeoutSeconds: callTimeout.TotalSeconds);

    /// <param name="bytes">Which bytes to count of which cases, and nothing else.</param>
    public WorkerRequest RequestFor(IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> bytes) => RequestFor(
        bytes.Keys,
        TimeSpan.Zero,
        TimeSpan.Zero,
        bytes.Values.SelectMany(metrics => metrics).Aggregate(SampleKinds.None, (kinds, metric) => kinds | metric.Samples)) with
    {
        IsAlike = true,
        BudgetSeconds = budget.ProcessForBytes.TotalSeconds,
    };

    /// <param name="request">What to measure.</param>
    /// <param name="name">What progress messages call the process.</param>
    /// <param name="failed">What could not be measured before, and need not be now.</param>
    /// <param name="tests">The path of another build of the test assembly, which measures; null for today's.</param>
    /// <exception cref="WorkerException">Not all other cases could be measured.</exception>
    public GroupSamples Measure(
        WorkerRequest request, string name, IReadOnlyList<CaseFailure>? failed = null, string? tests = null)
    {
        progress(name);
        Action<string> ofEpochs = Variables.ShowsEpochs ? text => progress($"{name}, {text}") : _ => { };
        var measuring = Task.Run(() => MeasureInWorker(request, ofEpochs, budget.ProcessTimeout, cancellation, tests));
        var samples = measuring.GetAwaiter().GetResult();
        return samples.Failures.ExceptBy((failed ?? []).Select(f => f.Id), f => f.Id).FirstOrDefault() is { } failure
            ? throw new WorkerException($"{failure.Id}: {failure.Cause}")
            : samples;
    }
}
