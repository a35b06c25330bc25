using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf.Tests;

/// <summary>
/// Starts what takes longest first, so that it doesn't go on alone when everything else has ended. xUnit queues the collections on the
/// thread pool, whose threads take them from both ends: the one that has queued them the last first, the others the first.
/// </summary>
/// <param name="first">Test classes or collections at the front of the queue.</param>
/// <param name="last">Those at its end; the last is taken first.</param>
public abstract class LongestFirst(IReadOnlyList<string> first, IReadOnlyList<string> last) : ITestCollectionOrderer
{
    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(
        IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
    [
        .. testCollections
            .OrderBy(collection => IndexIn(first, collection) < 0)
            .ThenBy(collection => IndexIn(last, collection)),
    ];

    /// <returns>-1 if it is not listed.</returns>
    private static int IndexIn(IReadOnlyList<string> listed, ITestCollection collection) =>
        listed.ToList().FindIndex(name => collection.TestCollectionDisplayName.Contains(name, StringComparison.Ordinal));
}
