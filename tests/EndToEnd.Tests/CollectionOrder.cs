using Xunit;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.CollectionOrder))]

namespace HttpPerf.Tests.EndToEnd;

public sealed class CollectionOrder() : CollectionOrderer(
    first: [nameof(Packages)],
    middle:
    [
        nameof(ExplainedRunTests),
        nameof(HangingRunTests),
        nameof(FailingRunTests),
    ],
    last: [nameof(AgainstRunTests)]);
