using HttpPerf.Comparing;

namespace HttpPerf.Reporting;

/// <summary>How reports and messages say that figures are not those of the code that was built.</summary>
internal static class DistortionWording
{
    /// <summary>The line of the group's report.</summary>
    public static string Summarize(Distortion distortion) =>
        $"Not the code that was built, so {NotJudged(distortion)} are not judged, and no limits are proposed. {distortion.Description}";

    /// <summary>Why a limit isn't judged, without the last period.</summary>
    public static string ExplainUnjudged(Distortion distortion) =>
        $"Not the code that was built, so {NotJudged(distortion)} can't be judged. {distortion.Description} Counts are still judged";

    private static string NotJudged(Distortion distortion) => distortion switch
    {
        { InServers.Count: 0 } => "times, and the bytes and collections of this process,",
        { Here.Count: 0 } => "times, and the bytes of servers,",
        _ => "times, bytes and collections",
    };
}
