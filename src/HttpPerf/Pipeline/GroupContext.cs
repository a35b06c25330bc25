using HttpPerf.Discovery;
using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>A group, and all that the steps of its pipeline need to know.</summary>
internal sealed class GroupContext
{
    /// <param name="run">The run.</param>
    /// <param name="group">The group to measure.</param>
    /// <param name="thresholds">The limits; null if there are none.</param>
    /// <param name="progress">Receives progress messages, from any thread.</param>
    /// <param name="cancellation">Stops all steps.</param>
    /// <exception cref="InvalidRunException">The earlier build can't be loaded.</exception>
    public GroupContext(
        RunContext run, BenchmarkGroup group, ThresholdFile? thresholds, Action<string> progress, CancellationToken cancellation)
    {
        (Run, Group, Thresholds, Progress, Cancellation) = (run, group, thresholds, progress, cancellation);
        Earlier = run.Against?.Find(group, BenchmarkSuite.TestsOf(group.Type));
        Settings = thresholds?.Settings ?? run.ReadSettings();
        Limits = [.. group.Cases.Select(c => c.Id).Select(id => new CaseLimits(id, LimitsOf(id, thresholds?.For(id) ?? [])))];
        Errors = new ErrorRates(Settings.ErrorRate);
        Budget = new(Settings.Budget, HasBothBuilds ? 2 : 1);
        Fitness = new(group, Hosts);
    }

    public RunContext Run { get; }

    public BenchmarkGroup Group { get; }

    public ThresholdFile? Thresholds { get; }

    public Action<string> Progress { get; }

    public CancellationToken Cancellation { get; }

    public Settings Settings { get; }

    /// <summary>The limits of every case.</summary>
    public IReadOnlyList<CaseLimits> Limits { get; }

    /// <summary>How often intervals may miss the true value.</summary>
    public ErrorRates Errors { get; }

    public TimeBudget Budget { get; }

    /// <summary>The earlier build to compare with; null for none.</summary>
    public Against? Against => Run.Against;

    /// <summary>The group's cases there; null if there is no earlier build.</summary>
    public EarlierGroup? Earlier { get; }

    /// <summary>Whether the cases of both builds are measured in the same rounds.</summary>
    public bool HasBothBuilds => Earlier is { Cases.Count: > 0, IsApart: false };

    /// <summary>The folder of the earlier build that takes part in the rounds; null if none does.</summary>
    public string? FolderBeside => HasBothBuilds ? Against!.Folder : null;

    /// <summary>Whether somebody reads the limits that verdicts propose.</summary>
    public bool ProposesLimits { get; init; }

    public UsedHosts Hosts { get; } = new();

    public GroupFitness Fitness { get; }

    public GroupNotes Notes { get; } = new();

    private IReadOnlyList<Limit> LimitsOf(CaseId id, IReadOnlyList<Limit> ofFile)
    {
        var limits = AgainstLimits.Complete(ofFile, isCompared: Earlier?.Has(id) == true);
        return Settings.Quick ? [.. limits.Select(limit => limit.ForQuickRun())] : limits;
    }

    public GroupComparison Compare(GroupSamples samples)
    {
        var comparison = GroupComparison.Compare(samples, Errors);
        return comparison with
        {
            Earlier = Against?.Place,
            Cases = [.. comparison.Cases.Select(Mark)],
        };
    }

    /// <summary>Marks a case with the conditions under which it was measured.</summary>
    public CaseComparison Mark(CaseComparison measured) => measured with
    {
        IsQuick = Settings.Quick,
        Distortion = Fitness.Distortion,
    };
}
