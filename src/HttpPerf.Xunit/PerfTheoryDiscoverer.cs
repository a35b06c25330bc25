using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>Creates one xUnit test case per benchmark case. Public because xUnit creates it; not for direct use.</summary>
public sealed class PerfTheoryDiscoverer : IXunitTestCaseDiscoverer
{
    /// <inheritdoc/>
    public ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute)
    {
        var attribute = (PerfTheoryAttribute)factAttribute;
        try
        {
            return new([.. attribute.Discover(testMethod.Method).Select(c => PerfTestCase.Create(testMethod, factAttribute, c))]);
        }
        catch (BenchmarkDeclarationException)
        {
            return new([PerfTestCase.CreateUnreadable(testMethod, factAttribute)]);
        }
    }
}
