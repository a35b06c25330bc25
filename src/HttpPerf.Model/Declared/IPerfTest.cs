using System.Reflection;

namespace HttpPerf;

/// <summary>
/// Implemented by attributes that turn a benchmark class into tests. If an assembly has methods with such attributes, entries of
/// <c>thresholds.json</c> may match only the cases of those classes; otherwise, the cases of every benchmark class in the assembly.
/// </summary>
public interface IPerfTest
{
    /// <summary>The benchmark class.</summary>
    Type Benchmarks { get; }

    /// <summary>The benchmark class, if it depends on the test.</summary>
    /// <param name="test">The method that has the attribute.</param>
    Type BenchmarksOf(MethodInfo test) => Benchmarks;
}
