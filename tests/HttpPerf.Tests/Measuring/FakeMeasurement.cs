using HttpPerf.Counting;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Model.Faults;

namespace HttpPerf.Tests.Measuring;

/// <summary>A plan, a system and a listener, each part of which a test can replace.</summary>
internal sealed record FakeMeasurement : IMeasuredSystem, IMeasurementListener
{
    public TimeBudget Budget { get; init; } = TimeBudget.Default;

    public SampleKinds Kinds { get; init; } = SampleKinds.All;

    public KindsOfCases Limited { get; init; } = SampleNeeds.Unknown.Limited;

    public KindsOfCases Bounded { get; init; } = SampleNeeds.Unknown.Bounded;

    public int DecisiveWindows { get; init; }

    public TimeSpan FirstLook { get; init; } = TimeBudget.ShortestFirstLook;

    public WarmUp FirstWarmUp { get; init; } = WarmUp.Cold;

    public TimeSpan OperationTimeout { get; init; } = MeasurementPlan.DefaultOperationTimeout;

    public TimeSpan SetUpTimeout { get; init; } = MeasurementPlan.Default.SetUpTimeout;

    public bool HasAACheck { get; init; } = true;

    public TimeProvider Clock { get; init; } = TimeProvider.System;

    public PortPacing Ports { get; init; } = new();

    public Random Random { get; init; } = new();

    public Action<string> Progress { get; init; } = _ => { };

    public Action<string> EpochProgress { get; init; } = _ => { };

    public Action<string> Note { get; init; } = _ => { };

    public Action<string, int> RequestStarted { get; init; } = (_, _) => { };

    public Func<Task<Fault?>> Failure { get; init; } = () => Task.FromResult<Fault?>(null);

    public Func<Task<string?>> Errors { get; init; } = () => Task.FromResult<string?>(null);

    public Func<Task<TimeSpan>> Compilation { get; init; } = () => Task.FromResult(TimeSpan.Zero);

    /// <summary>Null if there is no server.</summary>
    public Func<IUsageSource>? Usage { get; init; }

    /// <summary>Null to count nothing.</summary>
    public Func<CaseId, ICounterSource>? Counters { get; init; }

    public SampleKinds Readable =>
        (Usage is null ? SampleKinds.None : SampleKinds.ServerBytes) | (Counters is null ? SampleKinds.None : SampleKinds.Counters);

    public static implicit operator MeasurementContext(FakeMeasurement fake) => new(
        new()
        {
            Budget = fake.Budget,
            Kinds = fake.Kinds,
            Needs = new(fake.Limited, fake.Bounded, fake.DecisiveWindows),
            FirstLook = fake.FirstLook,
            OperationTimeout = fake.OperationTimeout,
            SetUpTimeout = fake.SetUpTimeout,
            HasAACheck = fake.HasAACheck,
        },
        fake,
        fake)
    {
        Clock = fake.Clock,
        Ports = fake.Ports,
        Random = fake.Random,
        FirstWarmUp = fake.FirstWarmUp,
    };

    public Task<Fault?> FindFailure() => Failure();

    public Task<string?> FindErrors() => Errors();

    public Task<Fault?> FindUnfitCode() => Task.FromResult<Fault?>(null);

    public Task WatchProbe(Func<Task> call) => call();

    public Task<TimeSpan> ReadCompilation(CancellationToken cancellation) => Compilation();

    public IUsageSource CreateUsage() => Usage!();

    public ICounterSource CreateCounters(CaseId id) => Counters!(id);

    public void OnProgress(string text) => Progress(text);

    public void OnEpoch(string text) => EpochProgress(text);

    public void OnNote(string text) => Note(text);

    public void OnRequestStarted(string host, int port) => RequestStarted(host, port);
}
