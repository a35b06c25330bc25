using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// Creates one test for every case (method × parameters) of a BenchmarkDotNet class. A test's name is the case's key in
/// <c>thresholds.json</c>, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>. Every value of <c>[BenchmarkCategory]</c> on the method, the
/// class and the assembly becomes a trait <c>Category</c>. The test method takes one <see cref="PerfCase"/>.
/// </summary>
/// <typeparam name="TBenchmarks">The benchmark class. For an open generic class, use <see cref="PerfTheoryAttribute"/>.</typeparam>
[XunitTestCaseDiscoverer(typeof(PerfTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfTheoryAttribute<TBenchmarks>(
    [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
    : PerfTheoryAttribute(typeof(TBenchmarks), sourceFilePath, sourceLineNumber);

/// <summary>
/// Creates one test for every case of a BenchmarkDotNet class, like <see cref="PerfTheoryAttribute{TBenchmarks}"/>, but also for open
/// generic classes, whose type arguments come from <c>[GenericTypeArguments]</c>.
/// </summary>
[XunitTestCaseDiscoverer(typeof(PerfTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public class PerfTheoryAttribute : TheoryAttribute, IPerfTest, IDataAttribute, ITraitAttribute, IBeforeAfterTestAttribute
{
    /// <param name="benchmarks">The benchmark class.</param>
    /// <param name="sourceFilePath">Filled in by the compiler.</param>
    /// <param name="sourceLineNumber">Filled in by the compiler.</param>
    public PerfTheoryAttribute(
        Type benchmarks, [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(sourceFilePath, sourceLineNumber) =>
        Benchmarks = benchmarks;

    /// <summary>The benchmark class.</summary>
    public Type Benchmarks { get; }

    /// <summary>The benchmark class that the tests of a method measure.</summary>
    /// <param name="test">The method that has the attribute.</param>
    public virtual Type BenchmarksOf(MethodInfo test) => Benchmarks;

    internal virtual IReadOnlyList<PerfCase> Discover(MethodInfo test, Func<ITestOutput>? output = null) =>
        PerfCase.Discover(BenchmarksOf(test), output);

    private protected virtual IEnumerable<string> Categories => PerfCase.CategoriesOf(Benchmarks);

    bool? IDataAttribute.Explicit => null;

    string? IDataAttribute.Label => null;

    string? IDataAttribute.TestDisplayName => null;

    int? IDataAttribute.Timeout => null;

    string[]? IDataAttribute.Traits => null;

    // Applies to every test of the method, including the one that only reports why the class can't be read: a filter by category must find
    // it.
    IReadOnlyCollection<KeyValuePair<string, string>> ITraitAttribute.GetTraits() =>
        [.. Categories.Select(c => KeyValuePair.Create("Category", c))];

    ValueTask<IReadOnlyCollection<ITheoryDataRow>> IDataAttribute.GetData(MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new([.. Discover(testMethod, XunitTestOutput.OfCurrentTest).Select(ITheoryDataRow (c) =>
            new TheoryDataRow<PerfCase>(c) { TestDisplayName = c.Name })]);

    bool IDataAttribute.SupportsDiscoveryEnumeration() => true;

    void IBeforeAfterTestAttribute.Before(MethodInfo methodUnderTest, IXunitTest test)
    {
    }

    void IBeforeAfterTestAttribute.After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (TestContext.Current.TestState?.Result == TestResult.Passed && test.TestMethodArguments is [PerfCase benchmark])
            benchmark.ThrowIfNotMeasured();
    }
}
