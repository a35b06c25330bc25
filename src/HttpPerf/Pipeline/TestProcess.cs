using System.Diagnostics;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Workloads;

namespace HttpPerf.Pipeline;

/// <summary>The measurements of the test process.</summary>
/// <param name="Run">The samples, and BenchmarkDotNet's reports on them.</param>
/// <param name="Taken">How long measuring took.</param>
/// <param name="WaitedForPorts">How long it waited for closed connections.</param>
/// <param name="Endpoints">The endpoints that the cases have called.</param>
internal sealed record MeasuredGroup(RunOutcome Run, TimeSpan Taken, TimeSpan WaitedForPorts, EndpointCoverage Endpoints)
{
    public GroupSamples Samples => Run.Samples;
}

/// <summary>Measures a group in this process, as BenchmarkDotNet asks for it, until its limits are decided or the time is up.</summary>
internal sealed class TestProcess(GroupContext context, Confirmation confirmation) : IMeasurementListener
{
    private readonly EndpointCoverage _endpoints = new(context.Hosts);
    private readonly PortPacing _ports = new();
    private readonly Stopwatch _measuring = new();

    /// <exception cref="InvalidRunException">Nothing could be measured.</exception>
    public async Task<MeasuredGroup> Measure()
    {
        var group = context.Group;
        var artifacts = ArtifactsFolder.Create(
            group.Name,
            ArtifactsFolder.FindRoot(BenchmarkSuite.TestsOf(group.Type), context.Thresholds?.Path, context.Run.Artifacts),
            context.Notes.Add);
        // BenchmarkDotNet blocks its thread, which would be missing in the pool while something is measured.
        var run = await Task.Factory.StartNew(
            () => BenchmarkRun.Execute(group, Measure, artifacts, context.Settings.Epochs),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        return new(run, _measuring.Elapsed, _ports.Waited, _endpoints);
    }

    private async Task<GroupSamples> Measure(IReadOnlyList<Benchmark> cases, int epochs)
    {
        _measuring.Start();
        var measurement = new MeasurementContext(Plan(), Hosts(), this) { Ports = _ports };
        var samples = await context.Run.MeasureHere(
            measurement, Look, [.. cases, .. context.HasBothBuilds ? context.Earlier!.Cases : []], epochs, context.Cancellation);
        _measuring.Stop();
        return samples;
    }

    private Look Look(GroupSamples samples)
    {
        var (comparison, taken) = (context.Compare(samples), _measuring.Elapsed);
        var timeLimit = confirmation.TimeLimit(comparison, taken);
        var errors = comparison.Errors with { ConfirmsTimes = confirmation.IsPossible(taken) };
        return new(Judge.FindUndecided(comparison with { Errors = errors }, context.Limits), timeLimit);
    }

    private MeasurementPlan Plan() => new()
    {
        Budget = context.Budget,
        Kinds = SampleKinds.All | SampleKinds.Retained,
        Needs = new(
            KindsOfCases.From(Judge.FindLimited(context.Limits)),
            KindsOfCases.From(Judge.FindBounded(context.Limits)),
            Judge.DecisiveWindows),
        FirstLook = context.Budget.FirstLook,
        OperationTimeout = context.Settings.CallTimeout,
        HasAACheck = true,
    };

    private MeasuredHosts Hosts() => new(context.Hosts)
    {
        Logging = () => context.Hosts.Running,
        Fitness = context.Fitness,
        Endpoints = _endpoints,
        BuildOf = id => context.HasBothBuilds ? context.Earlier!.BuildOf(id, context.Group.Type) : null,
    };

    void IMeasurementListener.OnProgress(string text) => context.Progress(text);

    void IMeasurementListener.OnEpoch(string text)
    {
        if (context.Run.ShowsEpochs)
            context.Progress(text);
    }

    void IMeasurementListener.OnNote(string text) => context.Notes.Add(text);

    void IMeasurementListener.OnRequestStarted(string host, int port) => ApiHost.NoteRequest(host, port);
}
