using System.IO.Pipes;

namespace HttpPerf.Server;

/// <summary>The pipe to the test process, in a process that it started with a startup hook.</summary>
internal sealed class ParentPipe : IDisposable
{
    // Long enough: the test process created the pipe before it started this process.
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(10);

    private readonly NamedPipeClientStream _pipe;
    private readonly StreamReader _lines;
    private readonly Lock _writing = new();

    private ParentPipe(NamedPipeClientStream pipe) => (_pipe, _lines) = (pipe, new StreamReader(pipe));

    /// <summary>Connects to the pipe that an environment variable names; null if the process was not given one.</summary>
    /// <param name="variable">The variable. It is removed, because processes that this one starts must not inherit it.</param>
    /// <exception cref="TimeoutException">
    /// Nothing listens on the pipe. Without the pipe, this process would outlive the test process.
    /// </exception>
    public static ParentPipe? TryConnect(string variable)
    {
        if (Environment.GetEnvironmentVariable(variable) is not { Length: > 0 } name)
            return null;

        Environment.SetEnvironmentVariable(variable, null);
        // Asynchronous, because on Windows a write to a synchronous pipe blocks while another thread reads from it.
        var pipe = new NamedPipeClientStream(".", name, PipeDirection.InOut, PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);
        pipe.Connect(ConnectTimeout);
        return new(pipe);
    }

    /// <summary>Waits for a line; null if the test process has ended or this process has closed the pipe.</summary>
    public string? ReadLine()
    {
        try
        {
            return _lines.ReadLine();
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            return null;
        }
    }

    /// <summary>Sends a line, from any thread.</summary>
    /// <exception cref="IOException">The test process has ended.</exception>
    public void Send(byte[] line)
    {
        lock (_writing)
            _pipe.Write(line);
    }

    public void Dispose() => _lines.Dispose();
}
