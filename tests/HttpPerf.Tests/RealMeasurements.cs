using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// Tests that measure for real: they run after all others of this project and one after another, so that they measure nothing but
/// themselves. Other projects may run beside them, so they are preferred to those, as every measurement of the library is.
/// </summary>
[CollectionDefinition(nameof(RealMeasurements), DisableParallelization = true)]
public sealed class RealMeasurements : IAsyncLifetime, ICollectionFixture<RealMeasurements>
{
    private JudgingTimes? _lock;
    private ProcessorPreference? _preference;

    public async ValueTask InitializeAsync()
    {
        _lock = await JudgingTimes.Take();
        _preference = ProcessorPreference.Take(() => [], Scheduling.Nice);
    }

    public ValueTask DisposeAsync()
    {
        _preference?.Dispose();
        _lock?.Dispose();
        return default;
    }
}
