namespace HttpPerf.Model.Faults;

/// <summary>A result that only describes work: a call that returns one ends before the work starts or ends.</summary>
/// <param name="Kind">Its kind.</param>
/// <param name="Type">The name of its type.</param>
internal sealed record DeferredWork(DeferredKind Kind, string Type);

/// <summary>The kinds of results that only describe work.</summary>
internal enum DeferredKind
{
    /// <summary>E.g. of an iterator or LINQ.</summary>
    Sequence,
    AsyncSequence,
    Function,
    Lazy,

    /// <summary>F#'s Async.</summary>
    FSharpAsync,
    Observable,

    /// <summary>E.g. a task.</summary>
    Awaitable,
    Query,
}
