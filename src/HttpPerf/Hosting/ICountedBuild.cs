using HttpPerf.Counting;

namespace HttpPerf.Hosting;

/// <summary>
/// The build of a case, where another build of the same tests has its instruments and servers running beside it. An instrument that only
/// the other build publishes can't be counted for this one, which is not the same as counting 0.
/// </summary>
internal interface ICountedBuild
{
    /// <summary>Whether only cases of the other build use a server. Nothing is known where this build has none.</summary>
    /// <param name="host">The server's host.</param>
    /// <param name="hosts">All hosts.</param>
    bool HasNotStarted(ApiHost host, IReadOnlyList<ApiHost> hosts);

    /// <summary>Leaves out the instruments that the build doesn't publish in this process.</summary>
    /// <param name="readings">The counts of this process.</param>
    /// <param name="prefix">Of all names there.</param>
    CounterReadings WithoutLacking(CounterReadings readings, string prefix);

    /// <summary>Leaves out whatever a server counts that this build has not started.</summary>
    CounterReadings WithoutAll(CounterReadings readings);
}
