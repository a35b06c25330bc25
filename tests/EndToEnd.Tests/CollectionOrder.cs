using Xunit;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.CollectionOrder))]

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// Starts what takes minutes first, so that it doesn't go on alone when everything else has ended. Starts what judges times last: a
/// <c>dotnet test</c> of the solution runs the benchmarks beside the first minutes of this project, and either would disturb the other.
/// </summary>
public sealed class CollectionOrder : ITestCollectionOrderer
{
    private static readonly string[] Longest =
        [nameof(Packages), nameof(AgainstRunTests), nameof(ExplainedRunTests), nameof(HangingRunTests)];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(
        IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderBy(collection => Rank(collection.TestCollectionDisplayName))];

    private static int Rank(string collection)
    {
        if (collection == nameof(EndToEndRuns))
            return Longest.Length + 1;
        var listed = Array.FindIndex(Longest, name => collection.Contains(name, StringComparison.Ordinal));
        return listed >= 0 ? listed : Longest.Length;
    }
}
