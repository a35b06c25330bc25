namespace HttpPerf.Model.Faults;

/// <summary>A part of a case, in the order in which they run.</summary>
internal enum CasePart
{
    /// <summary>The constructor, or a parameter of the class.</summary>
    Constructor,
    GlobalSetup,
    IterationSetup,
    Call,

    /// <summary>Reading the result.</summary>
    Result,

    /// <summary>Comparing the result with the baseline's.</summary>
    Comparison,
    IterationCleanup,
    GlobalCleanup,
}
