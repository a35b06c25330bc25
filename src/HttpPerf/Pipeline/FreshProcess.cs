using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>Measures cases of a group in processes of their own.</summary>
/// <param name="context">The group.</param>
/// <param name="budget">Its budget in one of them.</param>
internal sealed class FreshProcess(GroupContext context, TimeBudget budget)
{
    /// <summary>As few as make a spread between epochs visible; processes differ more than epochs do.</summary>
    public const int Epochs = 4;

    /// <param name="cases">The cases to measure, the baseline included.</param>
    /// <param name="rounds">How long a single process would time them.</param>
    /// <param name="shortest">The least that the rounds of an epoch take.</param>
    /// <param name="kinds">The kinds of samples to take.</param>
    public WorkerRequest RequestFor(IEnumerable<CaseId> cases, TimeSpan rounds, TimeSpan shortest, SampleKinds kinds) => new(
        context.Group.Type.AssemblyQualifiedName!,
        context.Group.Name,
        [.. cases.Select(id => id.Name)],
        new MeasurementPlan
        {
            Budget = new(budget.Process),
            Kinds = kinds,
            Needs = SampleNeeds.Unknown,
            FirstLook = TimeBudget.EpochOfProcess(rounds, Epochs, shortest),
            OperationTimeout = context.Settings.CallTimeout,
            HasAACheck = false,
        },
        Epochs);

    /// <param name="bytes">Which bytes to count of which cases, and nothing else.</param>
    public WorkerRequest RequestFor(IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> bytes)
    {
        var kinds = bytes.Values.SelectMany(metrics => metrics).Aggregate(SampleKinds.None, (kinds, metric) => kinds | metric.Samples);
        var request = RequestFor(bytes.Keys, TimeSpan.Zero, TimeSpan.Zero, kinds);
        return request with
        {
            IsAlike = true,
            Plan = request.Plan with
            {
                Budget = new(budget.ProcessForBytes),
                Needs = SampleNeeds.Unknown with
                {
                    Bounded = new(kinds),
                    DecisiveWindows = Judge.DecisiveWindows / ProcessSpread.MinProcesses,
                },
            },
        };
    }

    /// <param name="request">The cases to measure, and how.</param>
    /// <param name="name">The name of the process in progress messages.</param>
    /// <param name="failed">The cases that could not be measured before, and need not be now.</param>
    /// <param name="tests">The path of another build of the test assembly, which measures; null for today's.</param>
    /// <param name="timeout">How long the process may take; by default, as long as one that times cases.</param>
    /// <exception cref="WorkerException">Not all other cases could be measured.</exception>
    public async Task<GroupSamples> Measure(
        WorkerRequest request,
        string name,
        IReadOnlyList<CaseFailure>? failed = null,
        string? tests = null,
        TimeSpan? timeout = null)
    {
        context.Progress(name);
        Action<string> ofEpochs = context.Run.ShowsEpochs ? text => context.Progress($"{name}, {text}") : _ => { };
        var samples = await context.Run.MeasureInWorker(
            request, ofEpochs, timeout ?? budget.ProcessTimeout, context.Cancellation, tests);
        return samples.Failures.ExceptBy((failed ?? []).Select(f => f.Id), f => f.Id).FirstOrDefault() is { } failure
            ? throw new WorkerException($"{failure.Id}: {FaultText.Describe(failure.Fault)}")
            : samples;
    }
}
