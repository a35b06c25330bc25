using HttpPerf.Hosting;
using HttpPerf.Measuring;
using HttpPerf.Running;
using HttpPerf.Workers;

namespace HttpPerf;

/// <summary>What a worker does: it measures what it is asked for, returns the samples, and ends.</summary>
internal static class WorkerMain
{
    /// <summary>Doesn't return in a worker; does nothing in another process.</summary>
    public static void Run()
    {
        using var connection = WorkerConnection.TryOpen();
        if (connection is null)
            return;

        connection.Send(Answer(connection));
        Environment.Exit(0);
    }

    private static WorkerMessage Answer(WorkerConnection connection)
    {
        try
        {
            var request = connection.ReadRequest();
            connection.EndWithTestProcess();
            var samples = Measure(request, text => connection.Send(new WorkerMessage(Progress: text)));
            return new WorkerMessage(Samples: samples);
        }
        catch (Exception e)
        {
            // Whatever it was, the test process reports it.
            return new WorkerMessage(Failure: e is BenchmarkDeclarationException or WorkerException ? e.Message : $"{e}");
        }
    }

    private static GroupSamples Measure(WorkerRequest request, Action<string> progress)
    {
        var type = Type.GetType(request.Type)
            ?? throw new WorkerException($"The class {request.Type} was not found. A fresh process must be able to load it by its name.");
        var group = Discovery.Discover(type).FirstOrDefault(g => g.Name == request.Group)
            ?? throw new WorkerException(
                $"{request.Group} was not found. The parameters of a class must have the same values in every process.");
        var options = new MeasuringOptions
        {
            Budget = TimeSpan.FromSeconds(request.BudgetSeconds),
            FirstLook = TimeSpan.FromMilliseconds(request.RoundsMilliseconds),
            Kinds = request.Kinds,
            AACheckShare = 0,
            Progress = progress,
            EnvironmentFailure = () => ApiHost.FindFailureOfAnyAsync(TimeSpan.FromSeconds(1)),
        };
        var measurement = new InterleavedMeasurement(options, _ => new Dictionary<CaseId, SampleKinds>());
        Benchmark[] cases = [.. group.Cases.Where(c => request.Cases.Contains(c.Id.Name)).Select(c => c.ToBenchmark())];
        return Task.Run(() => measurement.Measure(cases, request.Epochs, CancellationToken.None)).GetAwaiter().GetResult();
    }
}
