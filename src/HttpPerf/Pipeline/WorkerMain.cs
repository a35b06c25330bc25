using System.Reflection;
using HttpPerf.Counting;
using HttpPerf.Discovery;
using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging.Comparing;
using HttpPerf.Latency;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Profiling;
using HttpPerf.Server;
using HttpPerf.Workers;
using HttpPerf.Workloads;

namespace HttpPerf.Pipeline;

/// <summary>The main program of a worker: it measures as requested, returns the samples, and ends.</summary>
internal static class WorkerMain
{
    /// <summary>Doesn't return in a worker; does nothing in another process.</summary>
    public static void Run()
    {
        using var connection = WorkerConnection.TryOpen();
        if (connection is null)
            return;

        SqliteStatements.Watch();
        ApiHost.DisposeAtExit();
        // A startup hook can't be awaited.
        connection.Send(Task.Run(() => Answer(connection)).GetAwaiter().GetResult());
        ParameterLifetime.EndAll();
        Environment.Exit(0);
    }

    private static async Task<WorkerMessage> Answer(WorkerConnection connection)
    {
        try
        {
            var request = connection.ReadRequest();
            connection.EndWithTestProcess();
            var group = Find(request);
            RunContext.OfThisProcess().Against?.CompareFolders(IBenchmarksOfTests.AssemblyOf(group.Type));
            return request.Plan.Kinds is SampleKinds.RoundTrips or SampleKinds.ServerRoundTrips
                ? new WorkerMessage(Samples: await MeasureRoundTrips(request, group))
                : request.ProfileSeconds > 0 || request.WritesHeaps
                ? new WorkerMessage(Profiled: await Profile(request, group, connection.Variables))
                : new WorkerMessage(Samples: await Measure(request, group, text => connection.Send(new WorkerMessage(Progress: text))));
        }
        catch (Exception e)
        {
            // Whatever it was, the test process reports it.
            var isOfUser = e is BenchmarkDeclarationException or InvalidRunException or WorkerException;
            return new WorkerMessage(Failure: isOfUser ? e.Message : $"{e}");
        }
    }

    private static BenchmarkGroup Find(WorkerRequest request)
    {
        // By the assembly's name alone: another build may have another version.
        var type = Type.GetType(request.Type, name => Assembly.Load(name.Name!), typeResolver: null)
            ?? throw new WorkerException($"The class {request.Type} was not found. A fresh process must be able to load it by its name.");
        return BenchmarkDiscovery.Discover(type).FirstOrDefault(g => g.Name == request.Group)
            ?? throw new WorkerException(
                $"{request.Group} was not found. The parameters of a class must have the same values in every process.");
    }

    private static Task<GroupSamples> Measure(WorkerRequest request, BenchmarkGroup group, Action<string> progress)
    {
        var hosts = new UsedHosts();
        if (request.IsAlike)
            ServerCommand.Further = AlikeCode.Variables;
        var system = new MeasuredHosts(hosts)
        {
            Logging = () => hosts.Running,
            // The test process has checked the code.
            Fitness = null,
            Endpoints = null,
            BuildOf = _ => null,
        };
        var measurement = InterleavedMeasurement.OfOnePass(new(request.Plan, system, new Listener(progress)));
        return measurement.Measure(Cases(request, group), request.Epochs, CancellationToken.None);
    }

    private static async Task<GroupSamples> MeasureRoundTrips(WorkerRequest request, BenchmarkGroup group)
    {
        var isOfServer = request.Plan.Kinds == SampleKinds.ServerRoundTrips;
        using var network = isOfServer ? VirtualNetwork.EnableForServers() : VirtualNetwork.EnableForClients();
        var measurement = new RoundTripMeasurement(
            new(request.Plan, new NoSystem(), new NoListener()),
            network,
            isOfServer ? new ServerTraffic(network) : new ClientTraffic(network),
            samples => RoundTripComparison.Of(samples).IsExact);
        return new([], [])
        {
            RoundTrips = await measurement.Measure(Cases(request, group), CancellationToken.None),
        };
    }

    private static async Task<IReadOnlyList<CaseId>> Profile(WorkerRequest request, BenchmarkGroup group, OwnVariables variables)
    {
        ServerCommand.Further = TraceVariables.ForServers(variables.All);
        var cases = Cases(request, group);
        var context = new MeasurementContext(request.Plan, new NoSystem(), new NoListener());
        await (request.WritesHeaps
            ? ProfiledCalls.RunBetweenHeaps(cases, context, Mark)
            : ProfiledCalls.Run(
                cases,
                context,
                TimeSpan.FromSeconds(request.ProfileSeconds),
                TimeSpan.FromMilliseconds(request.PauseMilliseconds),
                Mark));
        // Their traces are complete when they have ended.
        foreach (var host in ApiHost.Active)
            await host.DisposeAsync();
        return [.. cases.Select(c => c.Id)];
    }

    /// <summary>
    /// In the traces of the servers, and in this process's own. It blocks: a continuation would allocate between the mark and the calls.
    /// </summary>
    private static void Mark(int position, ProfilePhase phase, long operations)
    {
        foreach (var host in ApiHost.Active.DistinctBy(h => h.Server))
            host.MarkAsync(AgentCommands.Mark(position, phase, operations)).GetAwaiter().GetResult();
        ProfileMarks.Set(position, phase, operations);
    }

    private static List<Benchmark> Cases(WorkerRequest request, BenchmarkGroup group) =>
    [
        .. (request.OnlyBefore ? [] : group.Cases.Select(c => c.ToBenchmark()))
            .Concat(CasesBefore(request, group))
            .Where(c => request.Cases.Contains(c.Id.Name)),
    ];

    private static IReadOnlyList<Benchmark> CasesBefore(WorkerRequest request, BenchmarkGroup group) =>
        request.Against is { } folder ? new Against(folder, "").Find(group, BenchmarkSuite.TestsOf(group.Type)).Cases : [];

    private sealed class Listener(Action<string> progress) : IMeasurementListener
    {
        public void OnProgress(string text) => progress(text);

        public void OnEpoch(string text) => progress(text);

        // The test process notes the same.
        public void OnNote(string text)
        {
        }

        public void OnRequestStarted(string host, int port) => ApiHost.NoteRequest(host, port);
    }
}
