using Xunit;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.LongestFirst))]

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// Starts what takes minutes first, so that it doesn't go on alone when everything else has ended. xUnit queues the collections on the
/// thread pool, whose threads take them from both ends: the one that has queued them the last first, the others the first.
/// </summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly string[] First = [nameof(Packages)];
    private static readonly string[] Last = [nameof(HangingRunTests), nameof(ExplainedRunTests), nameof(AgainstRunTests)];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(
        IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
    [
        .. testCollections
            .OrderByDescending(collection => IndexIn(First, collection))
            .ThenBy(collection => IndexIn(Last, collection)),
    ];

    /// <returns>-1 if it is not listed.</returns>
    private static int IndexIn(string[] listed, ITestCollection collection) =>
        Array.FindIndex(listed, name => collection.TestCollectionDisplayName.Contains(name, StringComparison.Ordinal));
}
