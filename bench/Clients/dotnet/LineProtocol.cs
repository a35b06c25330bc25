using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace HttpPerf.Clients.Dotnet;

/// <summary>Answers <c>run SECONDS</c> with a line of JSON, until the input ends.</summary>
internal static class LineProtocol
{
    /// <param name="requesters">One a connection; each has one request under way.</param>
    public static async Task Serve(IReadOnlyList<IRequester> requesters)
    {
        Console.WriteLine("ready");
        while (Console.ReadLine() is { } line)
        {
            var seconds = double.Parse(line.AsSpan("run ".Length), CultureInfo.InvariantCulture);
            Console.WriteLine(await Run(requesters, TimeSpan.FromSeconds(seconds)));
        }
    }

    private static async Task<string> Run(IReadOnlyList<IRequester> requesters, TimeSpan duration)
    {
        var allocated = GC.GetTotalAllocatedBytes(precise: true);
        var start = Stopwatch.GetTimestamp();
        var end = start + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        var tallies = await Task.WhenAll(requesters.Select(requester => Task.Run(() => Loop(requester, end))));
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        return JsonSerializer.Serialize(
            new
            {
                requests = tallies.Sum(tally => tally.Requests),
                errors = tallies.Sum(tally => tally.Errors),
                seconds,
                latency = Latencies.Merge(tallies.Select(tally => tally.Latencies)),
                allocatedBytes = allocated,
                error = tallies.Select(tally => tally.Error).FirstOrDefault(error => error is not null),
            });
    }

    private static async Task<Tally> Loop(IRequester requester, long end)
    {
        var tally = new Tally();
        for (var start = Stopwatch.GetTimestamp(); start < end;)
        {
            try
            {
                await requester.Get();
                var now = Stopwatch.GetTimestamp();
                tally.Requests++;
                tally.Latencies.Add(Stopwatch.GetElapsedTime(start, now));
                start = now;
            }
            catch (Exception e)
            {
                tally.Errors++;
                tally.Error ??= e.Message;
                start = Stopwatch.GetTimestamp();
            }
        }

        return tally;
    }

    private sealed class Tally
    {
        public Latencies Latencies { get; } = new();

        public long Requests { get; set; }

        public long Errors { get; set; }

        public string? Error { get; set; }
    }
}
