using HttpPerf.Counting;
using HttpPerf.Hosting;

namespace HttpPerf.EarlierBuilds;

/// <summary>One of two builds in this process.</summary>
/// <param name="Folder">The folder of its output.</param>
/// <param name="Other">The folder of the other build.</param>
/// <param name="Lacks">Whether an instrument of this process, by its name, is only the other build's.</param>
/// <param name="Reason">Why such an instrument isn't counted, as a clause.</param>
internal sealed record BuildOfCase(string Folder, string Other, Func<string, bool> Lacks, string Reason) : ICountedBuild
{
    /// <summary>The ending of the name of a histogram's sum.</summary>
    private const string Sum = ".sum";

    /// <inheritdoc/>
    public bool HasNotStarted(ApiHost host, IReadOnlyList<ApiHost> hosts) =>
        host.Folders.Contains(Other) && !host.Folders.Contains(Folder) && hosts.Any(h => h.Folders.Contains(Folder));

    /// <inheritdoc/>
    public CounterReadings WithoutLacking(CounterReadings readings, string prefix) =>
        Without(readings, readings.Counted.Select(reading => reading.Name).Where(name => LacksPrefixed(name, prefix)));

    /// <inheritdoc/>
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
