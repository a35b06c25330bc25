using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf.Tests;

/// <summary>
/// Starts what takes long early, so that it doesn't go on alone when everything else has ended. xUnit queues the collections on the thread
/// pool, whose threads take them from both ends: the one that has queued them the last first, the others the first. How many each of them
/// takes is chance, so all others may come from the front or from the back. Collections without parallelization run afterwards, in order.
/// </summary>
/// <param name="first">Test classes or collections at the front of the queue.</param>
/// <param name="middle">Those in the middle of all others, which are never among the last.</param>
/// <param name="last">Those at its end; of those that run beside others, the last is taken first.</param>
public abstract class CollectionOrderer(IReadOnlyList<string> first, IReadOnlyList<string> middle, IReadOnlyList<string> last)
    : ITestCollectionOrderer
{
    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(
        IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection
    {
        string[] listed = [.. first, .. middle, .. last];
        TTestCollection[] others = [.. testCollections.Where(collection => !listed.Any(name => IsNamed(collection, name)))];
        return
        [
            .. Named(first),
            .. others[..(others.Length / 2)],
            .. Named(middle),
            .. others[(others.Length / 2)..],
            .. Named(last),
        ];

        IEnumerable<TTestCollection> Named(IEnumerable<string> names) =>
            names.SelectMany(name => testCollections.Where(collection => IsNamed(collection, name)));
    }

    private static bool IsNamed(ITestCollection collection, string name) =>
        collection.TestCollectionDisplayName.Contains(name, StringComparison.Ordinal);
}
