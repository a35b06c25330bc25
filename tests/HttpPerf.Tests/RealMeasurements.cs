using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// Tests that measure for real: they run after all others and one after another, so that they measure nothing but themselves.
/// </summary>
[CollectionDefinition(nameof(RealMeasurements), DisableParallelization = true)]
public sealed class RealMeasurements;
