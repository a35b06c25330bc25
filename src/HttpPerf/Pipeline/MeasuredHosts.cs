using HttpPerf.Counting;
using HttpPerf.Hosting;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Model.Faults;

namespace HttpPerf.Pipeline;

/// <summary>The hosts that cases use while they are measured.</summary>
internal sealed class MeasuredHosts(UsedHosts hosts) : IMeasuredSystem
{
    /// <summary>Returns the hosts whose errors explain a failed request.</summary>
    public required Func<IReadOnlyList<ApiHost>> Logging { get; init; }

    /// <summary>Checks the code that the cases use; null where it needs no check.</summary>
    public required GroupFitness? Fitness { get; init; }

    /// <summary>Notes the endpoints that the cases call; null where nobody asks for them.</summary>
    public required EndpointCoverage? Endpoints { get; init; }

    /// <summary>Returns the build that a case is of; null where there is only one.</summary>
    public required Func<CaseId, ICountedBuild?> BuildOf { get; init; }

    public SampleKinds Readable => SampleKinds.ServerBytes | SampleKinds.Counters;

    public Task<Fault?> FindFailure() => hosts.FindFailureAsync();

    public Task<string?> FindErrors() => ServerErrors.Find(Logging());

    public Task<Fault?> FindUnfitCode() => Fitness?.FindFault() ?? Task.FromResult<Fault?>(null);

    public Task WatchProbe(Func<Task> call) => Endpoints?.Watch(call) ?? call();

    public Task<TimeSpan> ReadCompilation(CancellationToken cancellation) => HostUsage.ReadCompilation(hosts.Running, cancellation);

    public IUsageSource CreateUsage() => new HostUsage(hosts.Running);

    public ICounterSource CreateCounters(CaseId id) => HostCounters.For(hosts.Running, BuildOf(id));
}
