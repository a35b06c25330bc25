using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// Tests that measure for real: they run after all others of this project and one after another, so that they measure nothing but
/// themselves. Other projects may run beside them, so they are preferred to those, as every measurement of the library is.
/// </summary>
[CollectionDefinition(nameof(RealMeasurements), DisableParallelization = true)]
public sealed class RealMeasurements : IDisposable, ICollectionFixture<RealMeasurements>
{
    private readonly ProcessorPreference _preference = ProcessorPreference.Take(() => [], Scheduling.Nice);

    public void Dispose() => _preference.Dispose();
}

/// <summary>
/// Those of them that judge times. They may have to wait until other projects have judged theirs, so they come after all others: as long as
/// there is anything else to do, nothing waits.
/// </summary>
[CollectionDefinition(nameof(JudgedMeasurements), DisableParallelization = true)]
public sealed class JudgedMeasurements : ICollectionFixture<RealMeasurements>;
