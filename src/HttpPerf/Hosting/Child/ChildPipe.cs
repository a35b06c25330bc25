using System.IO.Pipes;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

/// <summary>The test process's end of a pipe to a process that it starts, for lines such as <see cref="JsonLine"/>.</summary>
internal sealed class ChildPipe(string name) : IAsyncDisposable
{
    // The longest path of a Unix domain socket in bytes, including its terminator, on macOS; other systems allow a little more.
    private const int LongestPath = 104;

    private readonly NamedPipeServerStream _stream = new(
        name, PipeDirection.InOut, maxNumberOfServerInstances: 1, PipeTransmissionMode.Byte,
        PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);

    /// <summary>The name by which the process finds it.</summary>
    public string Name { get; } = name;

    public static string NewName()
    {
        var name = $"httpperf-{Guid.NewGuid():N}";
        if (OperatingSystem.IsWindows())
            return name;

        // In a folder that no other user may enter. A full path, because the child may use a different folder for temporary files.
        var path = Path.Combine(TemporaryFolder.FullPath, RandomNumberGenerator.GetHexString(16));
        return Encoding.UTF8.GetByteCount(path) < LongestPath ? path : Path.Combine("/tmp", name);
    }

    /// <summary>Waits until the process has connected.</summary>
    public async Task ConnectAsync(CancellationToken cancellationToken)
    {
        while (!await TryConnectAsync(cancellationToken).ConfigureAwait(false))
        {
            // Another user tried.
        }

        // No other process can connect any more, and the socket's file must not be left behind if this process is killed.
        if (!OperatingSystem.IsWindows())
            File.Delete(Name);
    }

    public ValueTask WriteAsync(byte[] line, CancellationToken cancellationToken) => _stream.WriteAsync(line, cancellationToken);

    /// <summary>All lines until the process closes its end, at the latest when it ends.</summary>
    public async IAsyncEnumerable<string> ReadLinesAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var lines = new StreamReader(_stream, leaveOpen: true);
        while (await lines.ReadLineAsync(cancellationToken).ConfigureAwait(false) is { } line)
            yield return line;
    }

    /// <summary>Makes the process end.</summary>
    public ValueTask DisposeAsync() => _stream.DisposeAsync();

    private async Task<bool> TryConnectAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _stream.WaitForConnectionAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (UnauthorizedAccessException)
        {
            return false;
        }
    }
}
