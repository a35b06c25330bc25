using System.Diagnostics;
using HttpPerf.EchoClients;

namespace HttpPerf.EchoApp;

/// <summary>One caller that makes its next request when its last one has ended.</summary>
internal sealed class Run(IEchoClient client)
{
    private readonly Latency _latency = new();
    private int _requests;
    private int _errors;
    private string? _firstError;

    public RunResult For(TimeSpan time)
    {
        var before = AllocatedBytes.Total();
        var watch = Stopwatch.StartNew();
        PostFor(time, watch).GetAwaiter().GetResult();
        var seconds = watch.Elapsed.TotalSeconds;
        return new(_requests, _errors, seconds, _latency, AllocatedBytes.Total() - before, _firstError);
    }

    // At least once, however late it starts.
    private async Task PostFor(TimeSpan time, Stopwatch watch)
    {
        do
        {
            var start = watch.Elapsed;
            try
            {
                await client.PostAsync().ConfigureAwait(false);
                AllocatedBytes.ReadOfThisThread();
                _requests++;
                _latency.Add(watch.Elapsed - start);
            }
            catch (Exception e)
            {
                _errors++;
                _firstError ??= e.Message;
            }
        }
        while (watch.Elapsed < time);
    }
}
