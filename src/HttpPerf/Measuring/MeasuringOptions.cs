using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Machine;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>How long and how carefully a group is measured.</summary>
internal sealed record MeasuringOptions
{
    public static readonly TimeSpan DefaultOperationTimeout = TimeSpan.FromSeconds(30);

    public TimeBudget Budget { get; init; } = TimeBudget.Default;

    /// <summary>
    /// How long everything together may take, but for the first epochs, in view of the last look at the results; null for the default.
    /// </summary>
    public Func<TimeSpan>? TimeLimit { get; init; }

    /// <summary>What is sampled; times always are.</summary>
    public SampleKinds Kinds { get; init; } = SampleKinds.All;

    /// <summary>Which of them a verdict on the case rests on. Of the others less is sampled.</summary>
    public Func<CaseId, SampleKinds> Limited { get; init; } = _ => SampleKinds.All;

    /// <summary>Which kinds of bytes of a case have a maximum.</summary>
    public Func<CaseId, SampleKinds> Bounded { get; init; } = _ => SampleKinds.None;

    /// <summary>Over how many windows they have to be counted before that can be met.</summary>
    public int DecisiveWindows { get; init; }

    /// <summary>How long the rounds of an epoch take before the first look at the results.</summary>
    public TimeSpan FirstLook { get; init; } = TimeBudget.ShortestFirstLook;

    /// <summary>How a group warms up in its first epoch, when nothing is compiled yet.</summary>
    public WarmUp FirstWarmUp { get; init; } = WarmUp.Cold;

    /// <summary>An operation that takes longer counts as hanging.</summary>
    public TimeSpan OperationTimeout { get; init; } = DefaultOperationTimeout;

    /// <summary>The same of a setup or cleanup, which may start an API or a database.</summary>
    public TimeSpan SetUpTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Whether there is an A/A check.</summary>
    public bool HasAACheck { get; init; } = true;

    /// <summary>Why there can't be an A/A check; null if there can.</summary>
    public Fault? AACheckBlocker { get; init; }

    /// <summary>Whether an epoch measures one case after another, because instances of different cases can't exist together.</summary>
    public bool OneByOne { get; init; }

    /// <summary>Whether cases are only called and checked, and nothing is measured.</summary>
    public bool OnlyChecks { get; init; }

    /// <summary>Measures epochs, warm-up, rounds and the A/A check. Blocks and windows have their own stopwatch.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Pauses while most of the machine's ports are in TIME_WAIT.</summary>
    public PortPacing Ports { get; init; } = new();

    /// <summary>Shuffles the order of cases.</summary>
    public Random Random { get; init; } = new();

    /// <summary>Receives short progress messages when something makes the run longer.</summary>
    public Action<string> Progress { get; init; } = _ => { };

    /// <summary>Receives a short progress message for every epoch.</summary>
    public Action<string> EpochProgress { get; init; } = _ => { };

    /// <summary>Receives notes on cases for the report; the same note may come several times.</summary>
    public Action<string> Note { get; init; } = _ => { };

    /// <summary>Returns why nothing can be measured any more, e.g. because the server has died; null if nothing is wrong.</summary>
    public Func<Task<Fault?>> EnvironmentFailure { get; init; } = () => Task.FromResult<Fault?>(null);

    /// <summary>Returns the last errors of the servers, for the message about a failed request; null if there are none.</summary>
    public Func<Task<string?>> ServerErrors { get; init; } = () => Task.FromResult<string?>(null);

    /// <summary>Calls what calls every case for the first time.</summary>
    public Func<Func<Task>, Task> WhileProbing { get; init; } = call => call();

    /// <summary>Returns why the code that the cases use can't be measured; null if it can. Called when each case has been called.</summary>
    public Func<Task<Fault?>> UnfitCode { get; init; } = () => Task.FromResult<Fault?>(null);

    /// <summary>Receives the hosts that cases send requests to, as requests name them; some several times, on any thread.</summary>
    public Action<string, int> Asked { get; init; } = (_, _) => { };

    /// <summary>Creates the source of what the server uses, after the cases have used their hosts.</summary>
    public Func<IUsageSource>? ServerUsage { get; init; }

    /// <summary>Returns how long the compilers of the servers have worked, as far as that can be read; null if there are none.</summary>
    public Func<CancellationToken, Task<TimeSpan>>? ServerCompilation { get; init; }

    /// <summary>Creates the source of counters for a case, after the cases have used their hosts; null to count nothing.</summary>
    public Func<CaseId, ICounterSource>? Counters { get; init; }
}
