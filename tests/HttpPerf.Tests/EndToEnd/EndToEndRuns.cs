using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Tests that start whole test runs whose times are judged: one after another, after everything else.</summary>
[CollectionDefinition(nameof(EndToEndRuns), DisableParallelization = true)]
public sealed class EndToEndRuns;
