using System.Globalization;
using System.Text.Json;

namespace HttpPerf.Clients.Dotnet;

/// <summary>Answers <c>run SECONDS</c> with a line of JSON, until the input ends.</summary>
internal static class LineProtocol
{
    /// <param name="run">Makes requests for so long.</param>
    public static async Task Serve(Func<TimeSpan, Task<RunAnswer>> run)
    {
        Console.WriteLine("ready");
        while (Console.ReadLine() is { } line)
        {
            var seconds = double.Parse(line.AsSpan("run ".Length), CultureInfo.InvariantCulture);
            var allocated = GC.GetTotalAllocatedBytes(precise: true);
            var answer = await run(TimeSpan.FromSeconds(seconds));
            allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
            Console.WriteLine(JsonSerializer.Serialize(answer with { AllocatedBytes = allocated }, JsonSerializerOptions.Web));
        }
    }
}

/// <param name="Requests">How many were answered rightly.</param>
/// <param name="Errors">How many were not.</param>
/// <param name="Seconds">How long all of them took together.</param>
/// <param name="Latency">As of <see cref="Latencies.Merge"/>.</param>
/// <param name="Error">The first error; null if there was none.</param>
internal sealed record RunAnswer(long Requests, long Errors, double Seconds, IEnumerable<long[]> Latency, string? Error)
{
    public long AllocatedBytes { get; init; }
}
