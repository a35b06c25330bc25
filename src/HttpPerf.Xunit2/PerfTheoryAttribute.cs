using System.Reflection;
using Xunit;
using Xunit.Sdk;

namespace HttpPerf;

/// <summary>
/// Creates one test for every case (method × parameters) of a BenchmarkDotNet class. A test's name is the case's key in
/// <c>thresholds.json</c>, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>. Every value of <c>[BenchmarkCategory]</c> on the method, the
/// class and the assembly becomes a trait <c>Category</c>. The test method takes one <see cref="PerfCase"/>.
/// </summary>
/// <typeparam name="TBenchmarks">The benchmark class. For an open generic class, use <see cref="PerfTheoryAttribute"/>.</typeparam>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfTheoryAttribute<TBenchmarks>() : PerfTheoryAttribute(typeof(TBenchmarks));

/// <summary>
/// Creates one test for every case of a BenchmarkDotNet class, like <see cref="PerfTheoryAttribute{TBenchmarks}"/>, but also for open
/// generic classes, whose type arguments come from <c>[GenericTypeArguments]</c>.
/// </summary>
/// <param name="benchmarks">The benchmark class.</param>
[XunitTestCaseDiscoverer("HttpPerf.PerfTheoryDiscoverer", "HttpPerf.Xunit2")]
[AttributeUsage(AttributeTargets.Method)]
public class PerfTheoryAttribute(Type benchmarks) : FactAttribute, IPerfTest
{
    /// <summary>The benchmark class.</summary>
    public Type Benchmarks { get; } = benchmarks;

    /// <summary>The benchmark class that the tests of a method measure.</summary>
    /// <param name="test">The method that has the attribute.</param>
    public virtual Type BenchmarksOf(MethodInfo test) => Benchmarks;

    /// <summary>Of a class whose cases come from several attributes, those of this one.</summary>
    internal virtual IReadOnlyList<PerfCase> Discover(MethodInfo test) => PerfCase.Discover(BenchmarksOf(test));

    /// <summary>Known even if the cases can't be read.</summary>
    private protected virtual IEnumerable<string> Categories => PerfCase.CategoriesOf(Benchmarks);

    internal IEnumerable<string> CategoriesOf(MethodInfo test, string? name) =>
        name is null ? Categories : PerfCase.Find(BenchmarksOf(test), name).Categories;
}
