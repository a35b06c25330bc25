using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Tests that start whole test runs whose times are judged: one after another, and with the usual priority.</summary>
[CollectionDefinition(nameof(EndToEndRuns))]
public sealed class EndToEndRuns;
