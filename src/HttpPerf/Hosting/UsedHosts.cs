using HttpPerf.Model.Faults;

namespace HttpPerf.Hosting;

/// <summary>The hosts that are used from now on, which are those of a measurement.</summary>
internal sealed class UsedHosts
{
    /// <summary>A process ends well within that time.</summary>
    private static readonly TimeSpan TimeToFail = TimeSpan.FromSeconds(1);

    private readonly long _uses = ApiHost.Uses;
    private readonly ApiHost[] _failedBefore = [.. ApiHost.Active.Where(host => host.Failure is not null)];

    /// <summary>Whether there are any, running or not.</summary>
    public bool WereUsed => ApiHost.Uses > _uses;

    /// <summary>One for each server, as far as they are running.</summary>
    public IReadOnlyList<ApiHost> Running => ApiHost.UsedSince(_uses);

    /// <summary>
    /// Waits until a failure of any host is known, and returns it; null if there is none. A host that had failed before is left out
    /// unless it is used all the same.
    /// </summary>
    public async Task<Fault?> FindFailureAsync()
    {
        var suspects = ApiHost.Active.Except(_failedBefore).Union(Running).ToArray();
        foreach (var (host, search) in suspects.Zip(suspects.Select(host => host.FindFailureAsync(TimeToFail)).ToArray()))
        {
            if (await search.ConfigureAwait(false) is { } failure)
                return new Fault.ServerFailed(host.Description, failure);
        }

        return null;
    }
}
