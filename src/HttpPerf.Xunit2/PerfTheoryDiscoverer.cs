using Xunit.Abstractions;
using Xunit.Sdk;

namespace HttpPerf;

/// <summary>Creates one xUnit test case per benchmark case. Public because xUnit creates it; not for direct use.</summary>
/// <param name="diagnosticMessageSink">Receives xUnit's messages about discovery.</param>
public sealed class PerfTheoryDiscoverer(IMessageSink diagnosticMessageSink) : IXunitTestCaseDiscoverer
{
    /// <inheritdoc/>
    public IEnumerable<IXunitTestCase> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo factAttribute)
    {
        var method = testMethod.Method.ToRuntimeMethod();
        try
        {
            return [.. PerfTestCase.AttributeOf(method).Discover(method).Select(c => Create(c.Name))];
        }
        catch (BenchmarkDeclarationException)
        {
            return [Create(null)];
        }

        PerfTestCase Create(string? name) => new(
            diagnosticMessageSink,
            discoveryOptions.MethodDisplayOrDefault(),
            discoveryOptions.MethodDisplayOptionsOrDefault(),
            testMethod,
            name);
    }
}
