using System.Diagnostics;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>Creates the xUnit test case of a measured test. Public because xUnit creates it; not for direct use.</summary>
public sealed class PerfFactDiscoverer : IXunitTestCaseDiscoverer
{
    /// <inheritdoc/>
    public ValueTask<IReadOnlyCollection<IXunitTestCase>> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, IXunitTestMethod testMethod, IFactAttribute factAttribute) => new(
    [
        new XunitTestCase(
            testMethod,
            factAttribute.DisplayName ?? NameOf(testMethod, (PerfFactAttribute)factAttribute),
            UniqueIDGenerator.ForTestCase(testMethod.UniqueID, testMethodGenericTypes: null, testMethodArguments: null),
            factAttribute.Explicit,
            factAttribute.SkipExceptions,
            factAttribute.Skip,
            factAttribute.SkipType,
            factAttribute.SkipUnless,
            factAttribute.SkipWhen,
            TestIntrospectionHelper.GetTraits(testMethod, dataRow: null),
            testMethodArguments: null,
            factAttribute.SourceFilePath,
            factAttribute.SourceLineNumber,
            Debugger.IsAttached ? 0 : factAttribute.Timeout),
    ]);

    /// <summary>The name of its case. A test that has none can't be measured, and says so when it runs.</summary>
    private static string NameOf(IXunitTestMethod method, PerfFactAttribute attribute)
    {
        try
        {
            return PerfCase.Discover(attribute.BenchmarksOf(method.Method)).FirstOrDefault(c => c.Id.Method == method.MethodName)?.Name
                ?? $"{method.TestClass.TestClassName}.{method.MethodName}";
        }
        catch (BenchmarkDeclarationException)
        {
            return $"{method.TestClass.TestClassName}.{method.MethodName}";
        }
    }
}
