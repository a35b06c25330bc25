using Xunit;

[assembly: TestCollectionOrderer(typeof(HttpPerf.Tests.EndToEnd.CollectionOrder))]

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Longest first. None of those that come last takes more than 20 s.</summary>
public sealed class CollectionOrder() : CollectionOrderer(
    first:
    [
        nameof(ToolTests),
        nameof(AgainstCountsTests),
        nameof(PackageTests),
        nameof(InitTests),
        nameof(ExplainedRunTests),
        nameof(AgainstApartTests),
        nameof(TodoEndpointsTests),
        nameof(CoverageRunTests),
    ],
    middle: [nameof(RunnerTests), nameof(FrameworkTests), nameof(FailingRunTests), nameof(SampleRun)],
    last: [nameof(HangingRunTests), nameof(AgainstOrdinaryTests)]);
