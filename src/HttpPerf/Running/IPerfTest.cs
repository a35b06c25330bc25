namespace HttpPerf;

/// <summary>
/// Implemented by attributes that turn a benchmark class into tests. If an assembly has methods with such attributes, entries of
/// <c>thresholds.json</c> may match only the cases of those classes; otherwise, the cases of every benchmark class in the assembly.
/// </summary>
public interface IPerfTest
{
    /// <summary>The benchmark class.</summary>
    Type Benchmarks { get; }
}
