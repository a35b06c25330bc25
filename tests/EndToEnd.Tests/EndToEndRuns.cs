using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// Tests that start whole test runs whose times are judged, with the usual priority: one after another, after everything else. By then the
/// benchmarks have ended that a <c>dotnet test</c> of the solution runs beside this project, and that would disturb them and be disturbed.
/// </summary>
[CollectionDefinition(nameof(EndToEndRuns), DisableParallelization = true)]
public sealed class EndToEndRuns : IAsyncLifetime, ICollectionFixture<EndToEndRuns>
{
    private JudgingTimes? _lock;

    public async ValueTask InitializeAsync() => _lock = await JudgingTimes.Take();

    public ValueTask DisposeAsync()
    {
        _lock?.Dispose();
        return default;
    }
}
