using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>How reports and messages say that the code was altered.</summary>
internal static class DistortionWording
{
    /// <summary>The line of the group's report.</summary>
    public static string Summarize(Distortion distortion) =>
        $"The code was altered, so {NotJudged(distortion)} are not judged, and no limits are proposed. {distortion.Description}";

    /// <summary>Why a limit isn't judged, without the last period.</summary>
    public static string ExplainUnjudged(Distortion distortion) =>
        $"The code was altered, so {NotJudged(distortion)} can't be judged. {distortion.Description} Counts are still judged";

    /// <summary>The line of a group's report about times that fell while it was measured; null if they didn't.</summary>
    public static string? SummarizeCold(GroupComparison group) =>
        group.Cases.Select(ExplainCold).FirstOrDefault(cold => cold is not null) is { } cold ? $"{cold}, so they are not judged." : null;

    /// <summary>The beginning of a sentence on times; null if a case's didn't fall.</summary>
    public static string? ExplainCold(CaseComparison comparison) => comparison switch
    {
        { ColdAfter: { } time } => $"Times still fell after {time.InSeconds("0")} s of warming up",
        { StillFell: true } => "Times still fell from epoch to epoch",
        _ => null,
    };

    private static string NotJudged(Distortion distortion) => distortion switch
    {
        { InServers.Count: 0 } => "times, and the bytes and collections of this process,",
        { Here.Count: 0 } => "times, and the bytes of servers,",
        _ => "times, bytes and collections",
    };
}
