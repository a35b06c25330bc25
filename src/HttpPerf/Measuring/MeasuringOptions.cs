using HttpPerf.Counting;
using HttpPerf.Machine;

namespace HttpPerf.Measuring;

/// <summary>How long and how carefully a group is measured.</summary>
internal sealed record MeasuringOptions
{
    /// <summary>Where a user sets <see cref="Budget"/>, as messages say it.</summary>
    public const string BudgetSetting = "\"budgetSeconds\" in the \"settings\" of thresholds.json, or HTTPPERF_BUDGET_SECONDS";

    public static readonly TimeSpan DefaultBudget = TimeSpan.FromSeconds(10);

    /// <summary>How long the rounds of a group may take altogether; setting up, warming up and counting bytes come on top.</summary>
    public TimeSpan Budget { get; init; } = DefaultBudget;

    /// <summary>How long the rounds of an epoch take before the first look at the results.</summary>
    public TimeSpan FirstLook { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>An operation that takes longer is taken for one that never ends.</summary>
    public TimeSpan OperationTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The greatest part of the time of measuring that the A/A check may take, from 0, for none, to 1.</summary>
    public double AACheckShare { get; init; } = 0.1;

    /// <summary>Measures epochs, warm-up, rounds and the A/A check; blocks and windows have a stopwatch of their own.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Pauses while most of the machine's ports wait.</summary>
    public PortPacing Ports { get; init; } = new();

    /// <summary>Where the order of cases comes from.</summary>
    public Random Random { get; init; } = new();

    /// <summary>Receives what is being done, in a few words, a few times an epoch.</summary>
    public Action<string> Progress { get; init; } = _ => { };

    /// <summary>Why nothing can be measured any more, e.g. because the server has died; null while there is no such reason.</summary>
    public Func<Task<string?>> EnvironmentFailure { get; init; } = () => Task.FromResult<string?>(null);

    /// <summary>Makes what counts events, once the cases have used their hosts; null to count nothing.</summary>
    public Func<ICounterSource>? Counters { get; init; }
}
