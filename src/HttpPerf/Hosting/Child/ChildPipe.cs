using System.IO.Pipes;
using System.Security.Cryptography;
using System.Text;

namespace HttpPerf.Hosting.Child;

/// <summary>The test process's end of a pipe to a process that it starts.</summary>
internal static class ChildPipe
{
    // The longest path of a Unix domain socket in bytes, including its terminator, on macOS; other systems allow a little more.
    private const int LongestPath = 104;

    public static string NewName()
    {
        var name = $"httpperf-{Guid.NewGuid():N}";
        if (OperatingSystem.IsWindows())
            return name;

        // In a folder that no other user may enter. A full path, because the child may use a different folder for temporary files.
        var path = Path.Combine(TemporaryFolder.FullPath, RandomNumberGenerator.GetHexString(16));
        return Encoding.UTF8.GetByteCount(path) < LongestPath ? path : Path.Combine("/tmp", name);
    }

    public static NamedPipeServerStream Create(string name) => new(
        name, PipeDirection.InOut, maxNumberOfServerInstances: 1, PipeTransmissionMode.Byte,
        PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);

    public static async Task WaitForConnectionAsync(NamedPipeServerStream pipe, string name, CancellationToken cancellationToken)
    {
        while (!await TryConnectAsync(pipe, cancellationToken).ConfigureAwait(false))
        {
            // Another user tried.
        }

        // No other process can connect any more, and the socket's file must not be left behind if this process is killed.
        if (!OperatingSystem.IsWindows())
            File.Delete(name);
    }

    private static async Task<bool> TryConnectAsync(NamedPipeServerStream pipe, CancellationToken cancellationToken)
    {
        try
        {
            await pipe.WaitForConnectionAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (UnauthorizedAccessException)
        {
            return false;
        }
    }
}
