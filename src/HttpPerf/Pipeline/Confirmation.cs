using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>
/// Measures times again in fresh processes where another process might decide otherwise, so that verdicts are on the code and not on what
/// the compiler made of it this time; and times and bytes for which limits are going to be proposed.
/// </summary>
/// <param name="context">The group.</param>
internal sealed class Confirmation(GroupContext context)
{
    /// <summary>The minimum number of fresh processes that can confirm anything.</summary>
    private const int MinFresh = ProcessSpread.MinProcesses - 1;

    /// <summary>
    /// The square of the standard error that a fresh process should reach. With few processes, noise within one widens the interval as much
    /// as differences between them, so it should be less.
    /// </summary>
    private static readonly double WantedVariance = Math.Pow(ProcessSpread.KnownToPass(double.MaxValue).Deviation, 2);

    private readonly IReadOnlyList<CaseLimits> _limits = context.Limits;
    private readonly TimeBudget _budget = context.Budget;
    private readonly FreshProcess _process = new(context, context.Budget);
    private long _start;

    /// <summary>A sentence about the fresh processes, or about why there were none; null if none were needed.</summary>
    public string? Note { get; private set; }

    public TimeSpan Taken { get; private set; }

    /// <summary>How long the test process may measure.</summary>
    /// <param name="comparison">Its figures.</param>
    /// <param name="measuring">How long that took.</param>
    public TimeSpan TimeLimit(GroupComparison comparison, TimeSpan measuring) =>
        _budget.TestProcess(IsPossible(measuring) && Judge.FindUnconfirmed(comparison, _limits).Count > 0 ? MinFresh : 0);

    /// <summary>Whether fresh processes will have time to measure again times whose limits seem broken.</summary>
    /// <param name="measuring">How long the test process has measured.</param>
    public bool IsPossible(TimeSpan measuring) =>
        AllowsProcesses
        && (context.HasBothBuilds || (_budget.Group >= TimeBudget.ExpectedOf(MinFresh) && HasTimeForMinimum(measuring)));

    private bool AllowsProcesses => context.Settings.Processes >= ProcessSpread.MinProcesses;

    private bool HasTimeForMinimum(TimeSpan measuring) => measuring + TimeBudget.MinimumOf(MinFresh, TimeSpan.Zero) <= _budget.Group;

    /// <param name="comparison">The measurements of this process.</param>
    /// <param name="samples">The samples behind it.</param>
    /// <param name="measuring">How long that took.</param>
    /// <returns>The figures of all processes together; the same if none of them needs to be confirmed, or none can be.</returns>
    public async Task<GroupComparison> Confirm(GroupComparison comparison, GroupSamples samples, TimeSpan measuring)
    {
        var confirmed = await MeasureAgain(comparison, samples, measuring);
        return confirmed with
        {
            Errors = confirmed.Errors with { ConfirmsTimes = AllowsProcesses && (context.HasBothBuilds || HasTimeForMinimum(measuring)) },
        };
    }

    private async Task<GroupComparison> MeasureAgain(GroupComparison comparison, GroupSamples samples, TimeSpan measuring)
    {
        _start = context.Run.Clock.GetTimestamp();
        var unconfirmed = Judge.FindUnconfirmed(comparison, _limits);
        var unlimited = context is { ProposesLimits: true, Against: null } ? Judge.FindUnlimited(comparison, _limits) : [];
        if (unconfirmed.Count + unlimited.Count == 0 || !AllowsProcesses)
            return comparison;

        // Others may have been measured by several processes already.
        CaseLimits[] ofUnconfirmed = [.. _limits.Where(c => unconfirmed.ContainsKey(c.Case))];
        var kinds = SampleKinds.Times | (unlimited.Count > 0 ? SampleKinds.Bytes | SampleKinds.ServerBytes : SampleKinds.None);
        var (request, round) = RequestFor([.. unconfirmed.Keys, .. unlimited], kinds, samples, VarianceOf(comparison, unconfirmed));
        var needed = measuring + TimeBudget.MinimumOf(MinFresh, round);
        // A case without limits fails anyway, and what only failing tests take isn't part of the budget. Builds are always compared in
        // several processes.
        var isBound = unlimited.Count == 0 && !context.HasBothBuilds;
        if (isBound && needed > _budget.Group)
        {
            Note = FreshProcessText.DescribeLackOfTime(needed, _budget);
            return comparison;
        }

        var processes = new List<GroupSamples>();
        var confirmed = comparison;
        string? failure = null;
        try
        {
            do
            {
                processes.Add(await _process.Measure(request, $"fresh process {processes.Count + 1}", samples.Failures));
                confirmed = comparison.Across(unconfirmed, processes);
            }
            while (processes.Count + 1 < ProcessSpread.MinProcesses
                ? NeedsSecond()
                : processes.Count + 1 < context.Settings.Processes
                    && Judge.NeedsMoreProcesses(confirmed, ofUnconfirmed)
                    && (context.HasBothBuilds || EndOfNext(measuring, processes.Count) <= _budget.Group));
        }
        catch (WorkerException e) when (processes.Count == 0)
        {
            Note = FreshProcessText.DescribeFailure(e.Message);
            return comparison;
        }
        catch (WorkerException e)
        {
            failure = e.Message;
        }
        finally
        {
            Taken = context.Run.Clock.GetElapsedTime(_start);
        }

        var result = ProcessRanges.Add(confirmed, unlimited, processes, comparison.Errors.Unconfirmed);
        Note = FreshProcessText.Describe(
            result.Cases.Select(c => c.Case).Where(id => unconfirmed.ContainsKey(id) || unlimited.Contains(id)),
            processes.Count,
            Taken,
            isBound ? _budget : null,
            failure);
        return result;

        // Builds have as long as it takes, but one process often shows that others would not decide.
        bool NeedsSecond() => context.HasBothBuilds
            ? Judge.NeedsMoreProcesses(confirmed, ofUnconfirmed)
            : !isBound || EndOfNext(measuring, processes.Count) <= _budget.GroupWithSecondProcess;
    }

    /// <summary>The largest uncertainty of the test process.</summary>
    private static double VarianceOf(
        GroupComparison comparison, IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> unconfirmed) =>
        unconfirmed.SelectMany(ofCase => ofCase.Value.Select(metric => comparison.Find(ofCase.Key)!.Timed[metric].Processes[0].Variance))
            .DefaultIfEmpty().Max();

    /// <returns>The request to a process, and how long one of its rounds takes.</returns>
    private (WorkerRequest Request, TimeSpan Round) RequestFor(
        IReadOnlyCollection<CaseId> cases, SampleKinds kinds, GroupSamples samples, double variance)
    {
        var measured = samples.Cases.Where(c => c.Id.IsBaseline || cases.Contains(c.Id)).ToList();
        var before = measured.Select(c => samples.BeforeOf(c.Id)).OfType<CaseSamples>();
        var (all, round) = (TimeSpan.Zero, TimeSpan.Zero);
        foreach (var ofCase in measured.Concat(before))
        {
            var taken = ofCase.Taken;
            all += taken;
            round += taken / Math.Max(1, ofCase.Times.Sum(epoch => epoch.Length));
        }

        // Four times as many rounds have half the standard error.
        var shortest = _budget.ConfirmingEpoch(all.TotalSeconds * variance / WantedVariance / FreshProcess.Epochs);
        return (_process.RequestFor(measured.Select(c => c.Id), all, shortest, kinds) with { Against = context.FolderBeside }, round);
    }

    /// <returns>How long the group will have taken after another process, if that takes as long as the others.</returns>
    private TimeSpan EndOfNext(TimeSpan measuring, int processes)
    {
        var taken = context.Run.Clock.GetElapsedTime(_start);
        return measuring + taken + (taken / processes);
    }
}
