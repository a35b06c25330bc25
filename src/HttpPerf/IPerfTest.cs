namespace HttpPerf;

/// <summary>
/// Implemented by attributes that make tests of a benchmark class. Where methods of an assembly have such attributes, entries of
/// <c>thresholds.json</c> may name the cases of these classes only; else those of every benchmark class of the assembly.
/// </summary>
public interface IPerfTest
{
    /// <summary>The benchmark class.</summary>
    Type Benchmarks { get; }
}
