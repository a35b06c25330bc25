using HttpPerf.Counting;

namespace HttpPerf.Hosting;

/// <summary>
/// The build that a case belongs to, where another build of the same tests has its instruments and servers running beside it. An
/// instrument that only the other build publishes can't be counted for this one, which is not the same as counting 0.
/// </summary>
/// <param name="Folder">The folder of its output.</param>
/// <param name="Other">The folder of the other build.</param>
/// <param name="Lacks">Whether an instrument of this process, by its name, is only the other build's.</param>
/// <param name="Reason">What such an instrument is, as a clause.</param>
internal sealed record BuildOfCase(string Folder, string Other, Func<string, bool> Lacks, string Reason)
{
    /// <summary>How the sum of what a histogram records is called.</summary>
    private const string Sum = ".sum";

    /// <summary>Whether only cases of the other build use a server. Nothing is known where this build has none.</summary>
    /// <param name="host">The server's host.</param>
    /// <param name="hosts">All hosts.</param>
    public bool HasNotStarted(ApiHost host, IReadOnlyList<ApiHost> hosts) =>
        host.Folders.Contains(Other) && !host.Folders.Contains(Folder) && hosts.Any(h => h.Folders.Contains(Folder));

    /// <summary>Leaves out what the build doesn't publish in this process.</summary>
    /// <param name="readings">What was counted here.</param>
    /// <param name="prefix">Of all names there.</param>
    public CounterReadings WithoutLacking(CounterReadings readings, string prefix) =>
        Without(readings, readings.Counted.Select(reading => reading.Name).Where(name => LacksPrefixed(name, prefix)));

    /// <summary>Leaves out whatever a server counts that this build has not started.</summary>
    public CounterReadings WithoutAll(CounterReadings readings) => Without(readings, readings.Counted.Select(reading => reading.Name));

    private CounterReadings Without(CounterReadings readings, IEnumerable<string> names) =>
        names.Distinct().ToArray() is { Length: > 0 } lacking ? readings.Without(Reason, lacking) : readings;

    private bool LacksPrefixed(string name, string prefix)
    {
        if (!name.StartsWith(prefix, StringComparison.Ordinal))
            return false;
        var own = name[prefix.Length..];
        return Lacks(own) || (own.EndsWith(Sum, StringComparison.Ordinal) && Lacks(own[..^Sum.Length]));
    }
}
