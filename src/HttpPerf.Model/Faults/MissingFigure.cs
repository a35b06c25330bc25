using System.Text.Json.Serialization;

namespace HttpPerf.Model.Faults;

/// <summary>
/// Why a case has no figure for a metric, apart from its baseline and its host: always one of the nested types. <c>FaultText</c> words it.
/// </summary>
[JsonDerivedType(typeof(OnlyOfStarts), "onlyOfStarts")]
[JsonDerivedType(typeof(RoundTripsFailed), "roundTripsFailed")]
[JsonDerivedType(typeof(SetByArrivalRate), "setByArrivalRate")]
[JsonDerivedType(typeof(NeedsLoad), "needsLoad")]
[JsonDerivedType(typeof(OtherLoads), "otherLoads")]
[JsonDerivedType(typeof(TimedTogether), "timedTogether")]
[JsonDerivedType(typeof(NothingCounted), "nothingCounted")]
[JsonDerivedType(typeof(NotApplicable), "notApplicable")]
[JsonDerivedType(typeof(OtherTags), "otherTags")]
[JsonDerivedType(typeof(UnknownCounter), "unknownCounter")]
internal abstract record MissingFigure
{
    private MissingFigure()
    {
    }

    /// <summary>Only the starts of an API have it.</summary>
    public sealed record OnlyOfStarts : MissingFigure;

    /// <summary>Round trips could not be measured.</summary>
    /// <param name="Reason">Why, in sentences.</param>
    public sealed record RoundTripsFailed(string Reason) : MissingFigure;

    /// <summary>The arrival rate says how many calls are made.</summary>
    public sealed record SetByArrivalRate : MissingFigure;

    /// <summary>Only benchmarks whose calls overlap have it.</summary>
    /// <param name="WithCallers">Whether only those with a number of callers do.</param>
    /// <param name="Instead">The metric that a single caller has, too.</param>
    public sealed record NeedsLoad(bool WithCallers, string Instead) : MissingFigure;

    /// <summary>The calls of two builds overlapped differently, or were measured in different processes.</summary>
    public sealed record OtherLoads : MissingFigure;

    /// <summary>A time is a mean, which has no percentiles of single operations.</summary>
    /// <param name="Operations">Of how many operations.</param>
    public sealed record TimedTogether(long Operations) : MissingFigure;

    /// <summary>No counter was read.</summary>
    public sealed record NothingCounted : MissingFigure;

    /// <summary>The counter can't be read here.</summary>
    /// <param name="Reason">Why, as a clause.</param>
    public sealed record NotApplicable(string Reason) : MissingFigure;

    /// <summary>The counter was reported with other tags.</summary>
    /// <param name="Counter">Its name.</param>
    /// <param name="Occurred">The first of those tags, e.g. <c>{id=7}</c>.</param>
    /// <param name="Further">How many more there are.</param>
    public sealed record OtherTags(string Counter, IReadOnlyList<string> Occurred, int Further) : MissingFigure;

    /// <summary>No counter of that name was reported.</summary>
    /// <param name="Counter">The name.</param>
    /// <param name="Nearest">Those that were, the nearest first.</param>
    public sealed record UnknownCounter(string Counter, IReadOnlyList<string> Nearest) : MissingFigure;
}
