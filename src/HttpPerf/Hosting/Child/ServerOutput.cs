using System.Diagnostics;
using System.IO.Pipes;
using HttpPerf.Results.Quoting;
using Microsoft.Win32.SafeHandles;

namespace HttpPerf.Hosting.Child;

/// <summary>The last lines of a server's output, for messages about its failure.</summary>
internal sealed class ServerOutput
{
    private const int LineCount = 200;

    private readonly OutputRing _ring = new();
    private readonly OutputReader[] _readers;

    public ServerOutput(Process process)
    {
        _readers = [new(Unwrap(process.StandardOutput), _ring), new(Unwrap(process.StandardError), _ring)];
        foreach (var reader in _readers)
            reader.Start();
    }

    /// <inheritdoc cref="OutputRing.Lines"/>
    public long Lines => _ring.Lines;

    /// <inheritdoc cref="OutputRing.Silence"/>
    public TimeSpan Silence => _ring.Silence;

    public override string ToString() => _ring.LastLines(LineCount);

    /// <summary>The most important of the last lines, after a sentence.</summary>
    public string Quote() => ToString() is { Length: > 0 } output
        ? $"The last lines of its output:\n\n{Quotation.LinesOf(output, indentation: "  ")}"
        : "It wrote no output.";

    // On Unix, .NET reads pipes as it does sockets, and counts what it reads there among the bytes on the wire.
    private static Stream Unwrap(StreamReader reader)
    {
        if (OperatingSystem.IsWindows() || reader.BaseStream is not PipeStream { SafePipeHandle: var pipe })
            return reader.BaseStream;
        var file = new SafeFileHandle(pipe.DangerousGetHandle(), ownsHandle: true);
        pipe.SetHandleAsInvalid();
        return new FileStream(file, FileAccess.Read, bufferSize: 0);
    }

    // A process that the server started may keep the output open after the server has ended.
    public Task WaitForEndAsync(TimeSpan timeout) => Task.WhenAll(_readers.Select(reader => reader.End)).WaitAsync(timeout);
}
