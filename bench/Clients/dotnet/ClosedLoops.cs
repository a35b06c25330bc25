using System.Diagnostics;

namespace HttpPerf.Clients.Dotnet;

/// <summary>A loop for each connection, which makes its next request when its last one has been answered.</summary>
/// <param name="requesters">One a connection; each has one request under way.</param>
internal sealed class ClosedLoops(IReadOnlyList<IRequester> requesters)
{
    public async Task<RunAnswer> Run(TimeSpan duration)
    {
        var start = Stopwatch.GetTimestamp();
        var end = start + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        var tallies = await Task.WhenAll(requesters.Select(requester => Task.Run(() => Loop(requester, end))));
        return new RunAnswer(
            tallies.Sum(tally => tally.Requests),
            tallies.Sum(tally => tally.Errors),
            Stopwatch.GetElapsedTime(start).TotalSeconds,
            Latencies.Merge(tallies.Select(tally => tally.Latencies)),
            tallies.Select(tally => tally.Error).FirstOrDefault(error => error is not null));
    }

    private static async Task<Tally> Loop(IRequester requester, long end)
    {
        var tally = new Tally();
        var start = Stopwatch.GetTimestamp();
        do
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
        while (start < end);

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
