using System.Diagnostics;

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

    // A process that the server started may keep the output open after the server has ended.
    public Task WaitForEndAsync(TimeSpan timeout) => Task.WhenAll(_readers.Select(reader => reader.End)).WaitAsync(timeout);
}
