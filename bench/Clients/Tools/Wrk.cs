using System.Diagnostics;
using System.Text.Json;
using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tools;

/// <summary>
/// wrk, whose script prints the line of the line protocol. Its first run, the warm-up, looks at every body. The others don't, because that
/// makes wrk slower (its SCRIPTING says so): they look at the status, and their responses must be as long as those of the first run.
/// </summary>
internal sealed class Wrk(Uri url, int connections) : ITool
{
    /// <summary>The last response of each connection may be incomplete.</summary>
    private const double Tolerance = 0.02;

    private static readonly string Script = Repository.File("wrk", "check.lua");

    private double? _bytesPerRequest;

    /// <summary>It takes whole seconds.</summary>
    public ProcessStartInfo Command(TimeSpan duration)
    {
        string[] check = _bytesPerRequest is null ? ["--", "check"] : [];
        return new(
            "wrk", [$"-t{Threads}", $"-c{connections}", $"-d{Math.Ceiling(duration.TotalSeconds)}s", "-s", Script, $"{url}", .. check]);
    }

    public RunAnswer? Read(string output)
    {
        if (output.Split('\n').FirstOrDefault(l => l.StartsWith('{')) is not { } line)
            return null;
        var answer = RunAnswer.Parse(line);
        if (answer.Requests == 0)
            return answer;
        using var json = JsonDocument.Parse(line);
        var bytes = json.RootElement.GetProperty("bytes").GetDouble() / answer.Requests;
        _bytesPerRequest ??= bytes;
        return Math.Abs((bytes / _bytesPerRequest.Value) - 1) <= Tolerance || answer.Errors > 0
            ? answer
            : throw new ClientException(
                $"Its responses had {bytes:0.0} bytes each, and {_bytesPerRequest:0.0} in the warm-up, which looks at every body.");
    }

    private int Threads => Math.Min(connections, Environment.ProcessorCount);
}
