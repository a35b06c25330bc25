using System.Diagnostics;

namespace HttpPerf;

/// <summary>Measures benchmark cases by name, for limits that a file can't say.</summary>
public static class Perf
{
    /// <summary>
    /// Measures a case and its group, unless that has been done in this process:
    /// <c>Perf.Measure&lt;ReadPattern&gt;("GetStreamAsync(Size: 1000)").AllocatedRatio.Should().BeLessThan(0.2)</c>.
    /// </summary>
    /// <typeparam name="TBenchmarks">The benchmark class.</typeparam>
    /// <param name="name">The case's name as tests show it; the class in front of it may be left out.</param>
    /// <exception cref="ArgumentException">The class has no such case.</exception>
    /// <exception cref="BenchmarkDeclarationException">The class can't be measured as it is declared.</exception>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    [StackTraceHidden]
    public static PerfResult Measure<TBenchmarks>(string name) =>
        PerfCase.Find(typeof(TBenchmarks), name, XunitTestOutput.OfCurrentTest).Measure();
}
