namespace HttpPerf;

/// <summary>
/// Declares that a benchmark, or every benchmark of a class, returns another result than its baseline. Without this attribute, such a
/// benchmark is rejected: it probably does other work than the baseline, and comparing them is meaningless.
/// </summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
public sealed class ExpectedDifferentResultAttribute : Attribute;
