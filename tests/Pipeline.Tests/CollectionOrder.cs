using HttpPerf.Tests.Checking;
using HttpPerf.Tests.Hosting;
using HttpPerf.Tests.RoundTrips;
using HttpPerf.Tests.Tool;
using Xunit;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.CollectionOrder))]

namespace HttpPerf.Tests;

/// <summary>
/// Round trips of processes wait for latency, a database is created, earlier trees build, and a server whose parent was killed is given
/// 15 s to stop.
/// </summary>
public sealed class CollectionOrder() : CollectionOrderer(
    first: [nameof(WorkerRoundTripTests), nameof(ServerRoundTripTests), nameof(EarlierTreeTests), nameof(ParentDeathTests)],
    middle: [],
    last: [nameof(JudgedMeasurements), nameof(UnreadBodiesTests)]);
