using HttpPerf.Machine;

namespace HttpPerf.Measuring;

/// <summary>Everything that a measurement needs beside the cases.</summary>
/// <param name="Plan">The kinds of samples to take, how long and how carefully.</param>
/// <param name="System">The servers that the cases call.</param>
/// <param name="Listener">Hears how it goes on.</param>
internal sealed record MeasurementContext(MeasurementPlan Plan, IMeasuredSystem System, IMeasurementListener Listener)
{
    /// <summary>Measures epochs, warm-up, rounds and the A/A check. Blocks and windows have their own stopwatch.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Pauses while most of the machine's ports are in TIME_WAIT.</summary>
    public PortPacing Ports { get; init; } = new();

    /// <summary>Shuffles the order of cases.</summary>
    public Random Random { get; init; } = new();

    /// <summary>How a group warms up in its first epoch, when nothing is compiled yet.</summary>
    public WarmUp FirstWarmUp { get; init; } = WarmUp.Cold;
}
