using System.Text.Json;

namespace HttpPerf.Clients.Measuring;

/// <summary>A client's report of a run.</summary>
/// <param name="Requests">How many requests were answered rightly.</param>
/// <param name="Errors">How many failed, or were answered wrongly.</param>
/// <param name="Seconds">How long the run took.</param>
internal sealed record RunAnswer(long Requests, long Errors, double Seconds)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { AllowDuplicateProperties = false };

    /// <summary>Pairs of microseconds and count: so many requests took at most so long, and longer than the bucket before.</summary>
    public IReadOnlyList<long[]> Latency { get; init; } = [];

    /// <summary>By all requests of the run; null if the client doesn't count them.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>The text of the first error.</summary>
    public string? Error { get; init; }

    public double RequestsPerSecond => Requests / Seconds;

    public double? BytesPerRequest => (double?)AllocatedBytes / Requests;

    /// <summary>Why the run can't be counted; null if it can.</summary>
    public string? Problem =>
        Errors > 0 ? $"{Errors:#,0} of {Requests + Errors:#,0} requests failed{(Error is null ? "" : $", the first by: {Error}")}."
        : Requests == 0 ? $"No request was answered in {Seconds:0.###} s."
        : null;

    /// <summary>Reads the line with which a client answers.</summary>
    /// <exception cref="ClientException">It isn't one.</exception>
    public static RunAnswer Parse(string line)
    {
        try
        {
            var answer = JsonSerializer.Deserialize<RunAnswer>(line, Json);
            if (answer is { Requests: >= 0, Errors: >= 0, Latency: not null } && answer.Seconds > 0 && answer.Latency.All(IsBucket))
                return answer;
        }
        catch (JsonException)
        {
            // The same problem: it can't be understood.
        }

        throw new ClientException($"It answered '{Shorten(line)}', which is no line of JSON with requests, errors, seconds and latency.");
    }

    private static bool IsBucket(long[] bucket) => bucket is [>= 0, >= 0];

    private static string Shorten(string line) => line.Length <= 200 ? line : $"{line[..200]}…";
}
