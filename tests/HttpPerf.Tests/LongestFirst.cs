using HttpPerf.Tests;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(LongestFirst))]

namespace HttpPerf.Tests;

/// <summary>Whole test runs take the longest, so they start first, and the short tests fill the time until the last of them ends.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    /// <inheritdoc/>
    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderByDescending(c => c.TestCollectionDisplayName.Contains(".EndToEnd.", StringComparison.Ordinal))];
}
