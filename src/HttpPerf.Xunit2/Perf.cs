using System.Diagnostics;
using Xunit.Abstractions;

namespace HttpPerf;

/// <summary>Measures benchmark cases by name, for assertions that <c>thresholds.json</c> can't express.</summary>
public static class Perf
{
    /// <summary>
    /// Measures a case together with its group, once per process, e.g.
    /// <c>Perf.Measure&lt;ReadPattern&gt;("GetStreamAsync(Size: 1000)").AllocatedRatio.Should().BeLessThan(0.2)</c>.
    /// </summary>
    /// <typeparam name="TBenchmarks">The benchmark class.</typeparam>
    /// <param name="name">The case's name as shown by the tests; the class name may be omitted.</param>
    /// <param name="output">Receives the group's table. xUnit v2 gives it to the constructor of the test class.</param>
    /// <returns>The case's figures and verdict.</returns>
    /// <exception cref="ArgumentException">The class has no such case.</exception>
    /// <exception cref="BenchmarkDeclarationException">The class can't be measured as declared.</exception>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    [StackTraceHidden]
    public static PerfResult Measure<TBenchmarks>(string name, ITestOutputHelper? output = null) =>
        PerfCase.Find(typeof(TBenchmarks), name, () => new XunitTestOutput(output)).Measure();
}
