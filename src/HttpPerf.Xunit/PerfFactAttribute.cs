using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// Runs a method as an ordinary test, and measures it if it has passed: its body is the operation, without a benchmark.
/// <code>
/// [PerfFact]
/// public async Task Lists_orders() => Assert.NotEmpty(await client.GetFromJsonAsync&lt;Order[]&gt;("/orders"));
/// </code>
/// Compared with an earlier build, it fails as a benchmark does; alone, it needs no limits. The measured calls have their own instance
/// and fixtures. A test's name is its key in <c>thresholds.json</c>, e.g. <c>OrdersTests.Lists_orders</c>, and its trait <c>Category</c> is
/// <c>Performance</c>.
/// </summary>
[XunitTestCaseDiscoverer(typeof(PerfFactDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfFactAttribute(
    [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
    : FactAttribute(sourceFilePath, sourceLineNumber), IPerfFact, ITraitAttribute, IBeforeAfterTestAttribute
{
    /// <summary>The class that BenchmarkDotNet creates.</summary>
    public Type Benchmarks => typeof(XunitTestBenchmarks<>);

    bool IPerfFact.IsSkipped => Skip is not null && SkipWhen is null && SkipUnless is null;

    /// <summary>The class that BenchmarkDotNet creates for a test.</summary>
    /// <param name="test">The test method.</param>
    public Type BenchmarksOf(MethodInfo test)
    {
        ArgumentNullException.ThrowIfNull(test);
        return Benchmarks.MakeGenericType(test.ReflectedType!);
    }

    IReadOnlyCollection<KeyValuePair<string, string>> ITraitAttribute.GetTraits() => [KeyValuePair.Create("Category", "Performance")];

    void IBeforeAfterTestAttribute.Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (XunitTestContext.DescribeBlocker(test.TestMethod) is { } blocker)
            throw new TestPipelineException(blocker);
    }

    void IBeforeAfterTestAttribute.After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (TestContext.Current.TestState?.Result == TestResult.Passed)
            FindCase(methodUnderTest).ShouldMeetItsThresholds();
    }

    private PerfCase FindCase(MethodInfo test)
    {
        try
        {
            return PerfCase.Find(BenchmarksOf(test), test.Name, XunitTestOutput.OfCurrentTest);
        }
        catch (BenchmarkDeclarationException e)
        {
            throw new TestPipelineException(e.Message);
        }
    }
}
