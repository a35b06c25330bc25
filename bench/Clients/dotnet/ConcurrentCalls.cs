using System.Diagnostics;
using HttpPerf.Checking;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Clients.Dotnet;

/// <summary>The same requests, made as HttpPerf makes those of [ConcurrentCallers]: whether that is what limits them.</summary>
internal sealed class ConcurrentCalls : IDisposable
{
    private readonly IReadOnlyList<IRequester> _requesters;
    private BuiltCase _case;
    private bool _isFitted;

    /// <param name="requesters">One a connection.</param>
    public ConcurrentCalls(IReadOnlyList<IRequester> requesters)
    {
        _requesters = requesters;
        _case = Build();
    }

    public async Task<RunAnswer> Run(TimeSpan duration)
    {
        var latencies = new Latencies();
        var (requests, nanoseconds) = (0L, 0.0);
        var start = Stopwatch.GetTimestamp();
        try
        {
            if (!_isFitted)
                await _case.FitBlock();
            _isFitted = true;
            do
            {
                var block = await _case.TimeBlock();
                (requests, nanoseconds) = (requests + block.Operations, nanoseconds + block.Nanoseconds);
                foreach (var ticks in _case.Load!.Times)
                    latencies.Add(Stopwatch.GetElapsedTime(0, ticks));
            }
            while (Stopwatch.GetElapsedTime(start) < duration);
        }
        catch (CaseFailedException e)
        {
            // A case that has failed is not measured any more.
            _case.Dispose();
            (_case, _isFitted) = (Build(), false);
            return new RunAnswer(requests, 1, duration.TotalSeconds, Latencies.Merge([latencies]), e.Message);
        }

        return new RunAnswer(requests, 0, nanoseconds / 1e9, Latencies.Merge([latencies]), null);
    }

    public void Dispose() => _case.Dispose();

    private BuiltCase Build()
    {
        var next = 0;
        var workload = new Workload(Create(), () => Task.CompletedTask, () => Task.CompletedTask, CreateOperation: Create);
        var benchmark = new Benchmark(new CaseId("Clients", "Get"), 1, () => workload) { Load = new LoadModel(_requesters.Count) };
        return new BuiltCase(new BenchmarkInstance(benchmark, workload), BlockPlan.Single);

        Operation Create() => new TaskOperation(_requesters[next++ % _requesters.Count].Get);
    }
}
