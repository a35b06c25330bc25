using System.ComponentModel;
using System.Diagnostics;
using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// The test of one benchmark case; the display name is the case's name. If a benchmark class can't be read, a single test case represents
/// the class and fails with the reason, because xUnit's own test case for errors drops the traits, and a filter by category would miss it.
/// Public because xUnit creates it; not for direct use.
/// </summary>
public sealed class PerfTestCase : XunitTestCase, ITestCaseMetadata
{
    /// <summary>For xUnit's deserializer.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("Called by the de-serializer.")]
    public PerfTestCase()
    {
    }

    private PerfTestCase(
        IXunitTestMethod testMethod,
        string displayName,
        string? benchmark,
        IFactAttribute attribute,
        Dictionary<string, HashSet<string>> traits)
        : base(
            testMethod,
            displayName,
            // The case's name serves as the test's argument, so that every case gets its own ID.
            UniqueIDGenerator.ForTestCase(testMethod.UniqueID, testMethodGenericTypes: null, benchmark is null ? null : [displayName]),
            attribute.Explicit,
            attribute.SkipExceptions,
            attribute.Skip,
            attribute.SkipType,
            attribute.SkipUnless,
            attribute.SkipWhen,
            traits,
            testMethodArguments: benchmark is null ? null : [benchmark],
            attribute.SourceFilePath,
            attribute.SourceLineNumber,
            Debugger.IsAttached ? 0 : attribute.Timeout)
    {
    }

    /// <summary>
    /// Filters by fully qualified name compare class and method of the test. So the method's name is followed by the benchmark's, e.g.
    /// <c>Stay_within_their_thresholds.Orders.AsString</c>, and either selects the case.
    /// </summary>
    string? ITestCaseMetadata.TestMethodName =>
        TestMethodArguments is [string benchmark] ? $"{TestMethodName}.{benchmark}" : TestMethodName;

    /// <inheritdoc/>
    public override ValueTask<IReadOnlyCollection<IXunitTest>> CreateTests() => new(
    [
        new XunitTest(
            this,
            TestMethod,
            Explicit,
            SkipReason,
            SkipType,
            SkipUnless,
            SkipWhen,
            TestCaseDisplayName,
            testIndex: 0,
            Traits.ToDictionary(trait => trait.Key, IReadOnlyCollection<string> (trait) => trait.Value),
            Timeout,
            [FindCase()]),
    ]);

    // TestIntrospectionHelper.GetTestCaseDetails returns other values in xUnit 4.0 than in 3.2, which this assembly was compiled with.
    internal static PerfTestCase Create(IXunitTestMethod method, IFactAttribute attribute, PerfCase of)
    {
        var traits = TestIntrospectionHelper.GetTraits(method, dataRow: null);
        foreach (var category in of.Categories)
            TestIntrospectionHelper.MergeTraitsInto(traits, ["Category", category]);
        return new(method, of.Name, $"{of.Id.Class}.{of.Id.Method}", attribute, traits);
    }

    internal static PerfTestCase CreateUnreadable(IXunitTestMethod method, IFactAttribute attribute) => new(
        method,
        attribute.DisplayName ?? $"{method.TestClass.TestClassName}.{method.MethodName}",
        benchmark: null,
        attribute,
        TestIntrospectionHelper.GetTraits(method, dataRow: null));

    private void RequireParameter()
    {
        var method = TestMethod.Method;
        if (method.GetParameters() is not [{ ParameterType: var parameter }] || parameter != typeof(PerfCase))
            throw new TestPipelineException(
                $"{method.ReflectedType!.Name}.{method.Name} has a [PerfTheory], so it takes a single parameter, the case. Write:\n\n"
                + $"  public void {method.Name}(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();");
    }

    private PerfCase FindCase()
    {
        RequireParameter();
        var benchmarks = TestMethod.Method.GetCustomAttribute<PerfTheoryAttribute>()!.BenchmarksOf(TestMethod.Method);
        try
        {
            return PerfCase.Find(benchmarks, TestCaseDisplayName, XunitTestOutput.OfCurrentTest);
        }
        catch (BenchmarkDeclarationException e)
        {
            throw new TestPipelineException(e.Message);
        }
    }
}
