using System.ComponentModel;
using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// The test of one benchmark case; the display name is the case's name. If a benchmark class can't be read, a single test case represents
/// the class and fails with the reason, because xUnit's own test case for errors drops the traits, and a filter by category would miss it.
/// Public because xUnit creates it; not for direct use.
/// </summary>
public sealed class PerfTestCase : XunitTestCase
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
        string uniqueId,
        IFactAttribute attribute,
        Dictionary<string, HashSet<string>> traits,
        int timeout)
        : base(
            testMethod,
            displayName,
            uniqueId,
            attribute.Explicit,
            attribute.SkipExceptions,
            attribute.Skip,
            attribute.SkipType,
            attribute.SkipUnless,
            attribute.SkipWhen,
            traits,
            testMethodArguments: null,
            attribute.SourceFilePath,
            attribute.SourceLineNumber,
            timeout)
    {
    }

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

    internal static PerfTestCase Create(
        ITestFrameworkDiscoveryOptions options, IXunitTestMethod method, IFactAttribute attribute, PerfCase of)
    {
        // The case's name serves as the test's argument, so that every case gets its own ID.
        var details = TestIntrospectionHelper.GetTestCaseDetails(options, method, attribute, [of.Name]);
        var traits = TestIntrospectionHelper.GetTraits(method, dataRow: null);
        foreach (var category in of.Categories)
            TestIntrospectionHelper.MergeTraitsInto(traits, ["Category", category]);
        return new(details.ResolvedTestMethod, of.Name, details.UniqueID, attribute, traits, details.Timeout);
    }

    internal static PerfTestCase CreateUnreadable(ITestFrameworkDiscoveryOptions options, IXunitTestMethod method, IFactAttribute attribute)
    {
        var details = TestIntrospectionHelper.GetTestCaseDetails(options, method, attribute);
        var traits = TestIntrospectionHelper.GetTraits(method, dataRow: null);
        return new(details.ResolvedTestMethod, details.TestCaseDisplayName, details.UniqueID, attribute, traits, details.Timeout);
    }

    private void RequireParameter()
    {
        var (type, method) = (TestMethod.TestClass.Class, TestMethod.Method);
        if (method.GetParameters() is not [{ ParameterType: var parameter }] || parameter != typeof(PerfCase))
            throw new TestPipelineException(
                $"{type.Name}.{method.Name} has a [PerfTheory], so it takes a single parameter, the case. Write:\n\n"
                + $"  public void {method.Name}(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();");
    }

    private PerfCase FindCase()
    {
        RequireParameter();
        var benchmarks = TestMethod.Method.GetCustomAttribute<PerfTheoryAttribute>()!.Benchmarks;
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
