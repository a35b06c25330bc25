using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// Tests that start whole test runs whose times are judged, with the usual priority: one after another, after everything else. A
/// <c>dotnet test</c> of the solution runs the benchmarks beside this project; by then they have ended. Either would disturb the other.
/// </summary>
[CollectionDefinition(nameof(EndToEndRuns), DisableParallelization = true)]
public sealed class EndToEndRuns;
