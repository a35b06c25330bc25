using static System.FormattableString;

namespace HttpPerf.EchoApp;

internal sealed class RunResult(int requests, int errors, double seconds, Latency latency, long? allocatedBytes, string? firstError)
{
    /// <summary>One line. By hand, because Mono brings no writer of JSON.</summary>
    public string ToJson()
    {
        var buckets = string.Join(",", latency.Buckets.Select(b => Invariant($"[{b.Key},{b.Value}]")));
        var json = Invariant($$"""{"requests":{{requests}},"errors":{{errors}},"seconds":{{seconds:0.000000}},"latency":[{{buckets}}]""");
        if (allocatedBytes is { } bytes)
            json += Invariant($",\"allocatedBytes\":{bytes}");
        if (firstError is not null)
            json += $",\"error\":\"{Escaped(firstError)}\"";
        return json + "}";
    }

    private static string Escaped(string text) =>
        string.Concat(text.Select(c => c is '"' or '\\' ? $"\\{c}" : char.IsControl(c) ? " " : $"{c}"));
}
