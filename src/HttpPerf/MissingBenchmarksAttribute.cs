namespace HttpPerf;

/// <summary>
/// Says that benchmarks are not built into this assembly, e.g. for want of a package, so that <c>thresholds.json</c> may limit
/// them all the same. Without it, an entry that matches no benchmark is an error.
/// </summary>
/// <param name="pattern">The entries' names, with <c>*</c> for anything, e.g. <c>Refit*</c>. No benchmark of the assembly may match it.</param>
/// <param name="reason">Why they are missing, in a sentence.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class MissingBenchmarksAttribute(string pattern, string reason) : Attribute
{
    /// <summary>The entries' names, with <c>*</c> for anything.</summary>
    public string Pattern { get; } = pattern;

    /// <summary>Why they are missing.</summary>
    public string Reason { get; } = reason;
}
