using System.Diagnostics;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Hosting.Child;

/// <summary>The last lines of a server's output, for messages about its failure.</summary>
internal sealed class ServerOutput
{
    private const int LineCount = 200;

    private readonly OutputRing _ring = new();
    private readonly OutputReader[] _readers;

    public ServerOutput(Process process)
    {
        _readers = [new(process.StandardOutput.BaseStream, _ring), new(process.StandardError.BaseStream, _ring)];
        foreach (var reader in _readers)
            reader.Start();
    }

    public override string ToString() => _ring.LastLines(LineCount);

    /// <summary>The most important of the last lines, after a sentence.</summary>
    public string Quote() => ToString() is { Length: > 0 } output
        ? $"The last lines of its output:\n\n{Quotation.LinesOf(output, indentation: "  ")}"
        : "It wrote no output.";

    // A process that the server started may keep the output open after the server has ended.
    public Task WaitForEndAsync(TimeSpan timeout) => Task.WhenAll(_readers.Select(reader => reader.End)).WaitAsync(timeout);
}
