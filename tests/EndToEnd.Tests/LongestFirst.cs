using Xunit;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.LongestFirst))]

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Starts what takes minutes first, so that it doesn't go on alone when everything else has ended.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly string[] Longest =
        [nameof(Packages), nameof(AgainstRunTests), nameof(EndToEndRuns), nameof(ExplainedRunTests), nameof(HangingRunTests)];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(
        IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderBy(collection => Rank(collection.TestCollectionDisplayName))];

    private static int Rank(string collection)
    {
        var listed = Array.FindIndex(Longest, name => collection.Contains(name, StringComparison.Ordinal));
        return listed >= 0 ? listed : Longest.Length;
    }
}
