using HttpPerf.Counting;
using HttpPerf.Model;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>The servers that the cases of a group call, and the code in this process.</summary>
internal interface IMeasuredSystem
{
    /// <summary>The kinds of samples that can be read beside times, bytes and costs of this process.</summary>
    SampleKinds Readable { get; }

    /// <summary>Returns why nothing can be measured any more, e.g. because the server has died; null if nothing is wrong.</summary>
    Task<Fault?> FindFailure();

    /// <summary>Returns the last errors of the servers, for the message about a failed request; null if there are none.</summary>
    Task<string?> FindErrors();

    /// <summary>Returns why the code that the cases use can't be measured; null if it can. Called when each case has been called.</summary>
    Task<Fault?> FindUnfitCode();

    /// <summary>Watches it during the first call of every case.</summary>
    /// <param name="call">Calls them.</param>
    Task WatchProbe(Func<Task> call);

    /// <summary>How long the compilers of the servers have worked, as far as that can be read.</summary>
    Task<TimeSpan> ReadCompilation(CancellationToken cancellation);

    /// <summary>Creates the source of the servers' usage. Called after the cases have used their hosts.</summary>
    IUsageSource CreateUsage();

    /// <summary>Creates the source of counters for a case. Called after the cases have used their hosts.</summary>
    ICounterSource CreateCounters(CaseId id);
}

/// <summary>For cases of which nothing but their calls is known.</summary>
internal sealed class NoSystem : IMeasuredSystem
{
    public SampleKinds Readable => SampleKinds.None;

    public Task<Fault?> FindFailure() => Task.FromResult<Fault?>(null);

    public Task<string?> FindErrors() => Task.FromResult<string?>(null);

    public Task<Fault?> FindUnfitCode() => Task.FromResult<Fault?>(null);

    public Task WatchProbe(Func<Task> call) => call();

    public Task<TimeSpan> ReadCompilation(CancellationToken cancellation) => Task.FromResult(TimeSpan.Zero);

    public IUsageSource CreateUsage() => throw new NotSupportedException("No server is known.");

    public ICounterSource CreateCounters(CaseId id) => throw new NotSupportedException("Nothing is counted.");
}
