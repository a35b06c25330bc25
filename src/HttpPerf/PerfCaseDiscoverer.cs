using HttpPerf.Running;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>Makes one xUnit test case of each benchmark case. Public because xUnit creates it; not for direct use.</summary>
public sealed class PerfCaseDiscoverer : IXunitTestCaseDiscoverer
{
    /// <inheritdoc/>
    public ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute)
    {
        var attribute = (PerfTheoryAttribute)factAttribute;
        try
        {
            return new([.. PerfCase.Discover(attribute.Benchmarks).Select(c => ToTestCase(discoveryOptions, testMethod, attribute, c))]);
        }
        catch (BenchmarkDeclarationException e)
        {
            var details = TestIntrospectionHelper.GetTestCaseDetails(discoveryOptions, testMethod, factAttribute);
            return new([new UnreadableBenchmarksTestCase(
                details.ResolvedTestMethod, details.TestCaseDisplayName, details.UniqueID, details.SourceFilePath, details.SourceLineNumber, e.Message)]);
        }
    }

    private static XunitTestCase ToTestCase(
        ITestFrameworkDiscoveryOptions options, IXunitTestMethod testMethod, PerfTheoryAttribute attribute, PerfCase perfCase)
    {
        var details = TestIntrospectionHelper.GetTestCaseDetails(options, testMethod, attribute, [perfCase]);
        var traits = TestIntrospectionHelper.GetTraits(testMethod, dataRow: null);
        foreach (var category in perfCase.Categories)
            TestIntrospectionHelper.MergeTraitsInto(traits, ["Category", category]);

        return new XunitTestCase(
            details.ResolvedTestMethod,
            // xUnit's own name would repeat the test method and quote the case.
            perfCase.Name,
            details.UniqueID,
            details.Explicit,
            details.SkipExceptions,
            details.SkipReason,
            details.SkipType,
            details.SkipUnless,
            details.SkipWhen,
            traits,
            [perfCase],
            details.SourceFilePath,
            details.SourceLineNumber,
            details.Timeout);
    }
}
