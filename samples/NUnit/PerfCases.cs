using HttpPerf;
using NUnit.Framework;

namespace Samples;

/// <summary>The cases of a benchmark class as tests, with the case's name and categories.</summary>
public static class PerfCases
{
    public static IEnumerable<TestCaseData> Of(Type benchmarks)
    {
        foreach (var benchmark in PerfCase.Discover(benchmarks, () => new NUnitOutput()))
        {
            var test = new TestCaseData(benchmark).SetName(benchmark.Name);
            foreach (var category in benchmark.Categories)
                test.SetCategory(category);
            yield return test;
        }
    }
}
