using Xunit;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.CollectionOrder))]

namespace HttpPerf.Tests.EndToEnd;

public sealed class CollectionOrder() : CollectionOrderer(
    first: [nameof(ToolTests), nameof(AgainstCountsTests), nameof(PackageTests)],
    middle:
    [
        nameof(ExplainedRunTests),
        nameof(RunnerTests),
        nameof(FailingRunTests),
        nameof(TodoEndpointsTests),
        nameof(TodoGrowthTests),
    ],
    last: [nameof(InitTests), nameof(AgainstApartTests), nameof(AgainstRunTests)]);
