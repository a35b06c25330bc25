using HttpPerf.Tests.Checking;
using HttpPerf.Tests.Hosting;
using Xunit;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.CollectionOrder))]

namespace HttpPerf.Tests;

/// <summary>A server whose parent was killed is given 15 s to stop.</summary>
public sealed class CollectionOrder() : CollectionOrderer(
    first: [nameof(ParentDeathTests)], middle: [], last: [nameof(JudgedMeasurements), nameof(UnreadBodiesTests)]);
