using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// Makes a test of every case (method × parameters) of a BenchmarkDotNet class. Each test is named as the case is keyed in
/// <c>thresholds.json</c>, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>, and has the trait <c>Category</c> with every value
/// of the class's and the method's <c>[BenchmarkCategory]</c>. The test method takes one <see cref="PerfCase"/>.
/// </summary>
/// <typeparam name="TBenchmarks">The benchmark class. An open generic one goes to <see cref="PerfTheoryAttribute"/>.</typeparam>
[XunitTestCaseDiscoverer(typeof(PerfTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfTheoryAttribute<TBenchmarks>(
    [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
    : PerfTheoryAttribute(typeof(TBenchmarks), sourceFilePath, sourceLineNumber);

/// <summary>
/// Makes a test of every case of a BenchmarkDotNet class, as <see cref="PerfTheoryAttribute{TBenchmarks}"/> does; for open generic
/// classes, which name their type arguments by <c>[GenericTypeArguments]</c>.
/// </summary>
[XunitTestCaseDiscoverer(typeof(PerfTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public class PerfTheoryAttribute : TheoryAttribute, IPerfTest, IDataAttribute, ITraitAttribute
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

    bool? IDataAttribute.Explicit => null;

    string? IDataAttribute.Label => null;

    string? IDataAttribute.TestDisplayName => null;

    int? IDataAttribute.Timeout => null;

    string[]? IDataAttribute.Traits => null;

    // On every test of the method, also on one that only says why the class can't be read: a filter by category must find it.
    IReadOnlyCollection<KeyValuePair<string, string>> ITraitAttribute.GetTraits() =>
        [.. PerfCase.CategoriesOf(Benchmarks).Select(c => KeyValuePair.Create("Category", c))];

    ValueTask<IReadOnlyCollection<ITheoryDataRow>> IDataAttribute.GetData(MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new([.. PerfCase.Discover(Benchmarks, XunitTestOutput.OfCurrentTest).Select(ITheoryDataRow (c) =>
            new TheoryDataRow<PerfCase>(c) { TestDisplayName = c.Name })]);

    bool IDataAttribute.SupportsDiscoveryEnumeration() => true;
}
