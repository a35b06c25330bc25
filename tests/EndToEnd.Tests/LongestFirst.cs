using Xunit;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.LongestFirst))]

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Starts what takes minutes first, so that it doesn't go on alone when everything else has ended.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly string[] Longest =
        [nameof(Packages), nameof(AgainstRunTests), nameof(ExplainedRunTests), nameof(HangingRunTests)];

    // xUnit queues the collections in this order from a thread of the pool, which starts with what it has queued last.
    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(
        IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderByDescending(collection => Rank(collection.TestCollectionDisplayName))];

    private static int Rank(string collection)
    {
        var listed = Array.FindIndex(Longest, name => collection.Contains(name, StringComparison.Ordinal));
        return listed >= 0 ? listed : Longest.Length;
    }
}
