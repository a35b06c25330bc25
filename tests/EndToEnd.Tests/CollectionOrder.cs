using Xunit;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.CollectionOrder))]

namespace HttpPerf.Tests.EndToEnd;

public sealed class CollectionOrder() : CollectionOrderer(
    first: [nameof(ToolTests), nameof(PackageTests)],
    middle:
    [
        nameof(ExplainedRunTests),
        nameof(InitTests),
        nameof(RunnerTests),
        nameof(FailingRunTests),
    ],
    last: [nameof(AgainstApartTests), nameof(TodoEndpointsTests), nameof(TodoGrowthTests), nameof(AgainstRunTests)]);
