namespace HttpPerf;

/// <summary>
/// Declares that the real result of a benchmark, or of every benchmark of a class, is empty: null, an empty string or collection, or
/// objects that hold nothing but default values. Without this attribute, such a benchmark is rejected: its request probably failed, or
/// nothing was read into the objects.
/// </summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
public sealed class ExpectedEmptyResultAttribute : Attribute;
