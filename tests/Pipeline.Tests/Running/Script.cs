using HttpPerf.Counting;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Pipeline;
using HttpPerf.Tests.Comparing;
using HttpPerf.Workers;
using HttpPerf.Workloads;

namespace HttpPerf.Tests.Running;

/// <summary>
/// Figures of cases that nobody measures, in this process and in workers. Times vary by a percent, bytes not at all. Whoever explains them
/// still calls the cases, in a process of the sample.
/// </summary>
internal sealed class Script
{
    private const int Epochs = 4;
    private const int Calls = 8;

    private readonly Random _random = new(1);

    /// <summary>Those of both builds.</summary>
    private IReadOnlyList<CaseId> _cases = [];

    /// <summary>How long an operation of a case takes, in nanoseconds.</summary>
    public Func<CaseId, double> Time { get; init; } = _ => 10_000;

    public Func<CaseId, double> Bytes { get; init; } = _ => 100;

    /// <summary>In each epoch; null for what calls count, if there are any.</summary>
    public CounterSamples? Counts { get; init; }

    /// <summary>Of the server; null where there is none.</summary>
    public Func<CaseId, double?> ServerBytes { get; init; } = _ => null;

    /// <summary>Round trips and what a call waits for; null where a worker has measured none.</summary>
    public Func<CaseId, bool, (double Number, string[] Steps)?> RoundTrips { get; init; } = (_, _) => null;

    /// <summary>Why a case can't be measured beside others in the same process; null if it can.</summary>
    public Func<CaseId, IReadOnlyList<CaseId>, CaseFailure?> Failure { get; init; } = (_, _) => null;

    /// <summary>Whether cases are called, so that their servers are known and what they count is counted.</summary>
    public bool IsCalled { get; init; }

    /// <summary>What workers were asked for.</summary>
    public List<WorkerRequest> Requests { get; } = [];

    public RunContext CreateRun(IReadOnlyDictionary<string, string> variables) => new(variables)
    {
        MeasureHere = (context, _, cases, _, cancellation) => MeasureHere(context, cases, cancellation),
        MeasureInWorker = (request, _, _, _, _) => Task.FromResult(MeasureInWorker(request)),
        ProfileInWorker = (request, environment, progress, timeout, cancellation, tests) =>
            Worker.Profile(request, environment, progress, timeout, cancellation, tests ?? TestProject.Sample.Assembly),
    };

    private async Task<GroupSamples> MeasureHere(
        MeasurementContext context, IReadOnlyList<Benchmark> cases, CancellationToken cancellation)
    {
        _cases = [.. cases.Select(c => c.Id)];
        var counted = IsCalled ? await Call(context, cases, cancellation) : new Dictionary<CaseId, CounterSamples>();
        return InGroup(_cases, id => counted.TryGetValue(id, out var counts)
            ? SamplesOf(id, SampleKinds.All).With([.. Enumerable.Repeat(counts, Epochs)])
            : SamplesOf(id, SampleKinds.All));
    }

    private GroupSamples MeasureInWorker(WorkerRequest request)
    {
        lock (Requests)
            Requests.Add(request);
        CaseId[] asked =
        [
            .. _cases.Where(id => request.Cases.Contains(id.Name))
                .Where(id => id.IsBefore ? request.Against is not null : !request.OnlyBefore),
        ];
        return request.Plan.Kinds is SampleKinds.RoundTrips or SampleKinds.ServerRoundTrips
            ? new([], []) { RoundTrips = [.. asked.Select(id => RoundTripsOf(id, request.Plan.Kinds is SampleKinds.ServerRoundTrips))] }
            : InGroup(asked, id => SamplesOf(id, request.Plan.Kinds));
    }

    /// <summary>Calls all cases once, for what begins to exist with the first call, and then each alone.</summary>
    private static async Task<IReadOnlyDictionary<CaseId, CounterSamples>> Call(
        MeasurementContext context, IReadOnlyList<Benchmark> cases, CancellationToken cancellation)
    {
        var counted = new Dictionary<CaseId, CounterSamples>();
        var built = cases.Select(c => (c.Id, Workload: c.Build())).ToList();
        foreach (var (_, workload) in built)
        {
            await workload.SetUp();
            await workload.Operation.InvokeOnce();
        }

        foreach (var (id, workload) in built)
        {
            var source = context.System.CreateCounters(id);
            await source.Start(cancellation);
            for (var i = 0; i < Calls; i++)
                await workload.Operation.InvokeOnce();
            counted.Add(id, new(Calls, await source.Stop(cancellation)));
        }

        foreach (var (_, workload) in built)
            await workload.CleanUp();
        return counted;
    }

    private GroupSamples InGroup(IReadOnlyList<CaseId> cases, Func<CaseId, CaseSamples> samplesOf)
    {
        var failures = cases.Select(id => Failure(id, cases)).OfType<CaseFailure>().ToList();
        var samples = cases.Except(failures.Select(failure => failure.Id)).Select(samplesOf).ToLookup(of => of.Id.IsBefore);
        return new([.. samples[false]], failures) { Before = [.. samples[true]] };
    }

    private CaseSamples SamplesOf(CaseId id, SampleKinds kinds)
    {
        var samples = Group.Timed(id, [.. Streams.Epochs(Epochs, 64, () => Time(id) * Math.Exp(0.01 * Streams.Normal(_random)))])
            .With(WindowsOf(Bytes(id)))
            .With([.. Enumerable.Repeat<SoloRunSamples?>(new(new(Calls, 0, 0, 0, 0), CpuNanoseconds: Calls * Time(id)), Epochs)]);
        if (Counts is not null)
            samples = samples.With([.. Enumerable.Repeat(Counts, Epochs)]);
        if (ServerBytes(id) is { } ofServer)
            samples = samples.WithServer(WindowsOf(ofServer));
        return kinds.HasFlag(SampleKinds.Retained) ? samples with { Epochs = [.. samples.Epochs.Select(WithNothingKept)] } : samples;
    }

    private static EpochSamples WithNothingKept(EpochSamples epoch) => epoch with
    {
        Retained = new(OperationsPerWindow: 64, [.. Enumerable.Repeat(new LiveState(1_000_000, 0, 0, 0, 0), 9)], Server: null),
    };

    private static AllocationSamples WindowsOf(double bytes) =>
        new([.. Enumerable.Repeat(Enumerable.Repeat(bytes, 30).ToArray(), Epochs)], OperationsPerWindow: 64);

    private RoundTripSamples RoundTripsOf(CaseId id, bool isOfServer)
    {
        const double Latency = 4;
        var (number, steps) = RoundTrips(id, isOfServer) ?? (0, []);
        var call = new LatencyRound(new(1, 0), new(1 + (Latency * number), Latency), new(1 + (2 * Latency * number), 2 * Latency));
        return new(id, [.. Enumerable.Repeat(call, 12)])
        {
            IsOfServer = isOfServer,
            Latency = Latency,
            LatencyOfSteps = 2 * Latency,
            Steps = [.. steps.Select((step, i) => new CallStep(step, 2 * Latency * i, 2 * Latency * (i + 1)))],
        };
    }
}
