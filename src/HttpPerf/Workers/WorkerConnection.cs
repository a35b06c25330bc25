using System.Diagnostics;
using System.IO.Pipes;
using HttpPerf.Server;

namespace HttpPerf.Workers;

/// <summary>A worker's end of the pipe to the test process that started it.</summary>
internal sealed class WorkerConnection : IDisposable
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(10);

    private readonly NamedPipeClientStream _pipe;
    private readonly StreamReader _requests;
    private readonly Lock _writing = new();

    private WorkerConnection(NamedPipeClientStream pipe) => (_pipe, _requests) = (pipe, new StreamReader(pipe));

    /// <summary>Connects to the process that started this one as a worker; null if this is none.</summary>
    public static WorkerConnection? TryOpen()
    {
        StartupHookVariable.Remove(typeof(WorkerConnection).Assembly.Location);
        if (Environment.GetEnvironmentVariable(WorkerProtocol.PipeVariable) is not { Length: > 0 } name)
            return null;

        // Processes that the benchmarks start must not inherit it.
        Environment.SetEnvironmentVariable(WorkerProtocol.PipeVariable, null);
        var pipe = new NamedPipeClientStream(".", name, PipeDirection.InOut, PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);
        pipe.Connect(ConnectTimeout);
        return new(pipe);
    }

    public WorkerRequest ReadRequest() =>
        WorkerProtocol.ParseRequest(_requests.ReadLine() ?? throw new IOException("The test process has ended."));

    /// <summary>Kills this process when the test process has ended. Call it after the request is read.</summary>
    public void EndWithTestProcess() => new Thread(() =>
    {
        try
        {
            _requests.ReadLine();
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The test process was killed.
        }

        Process.GetCurrentProcess().Kill();
    })
    { IsBackground = true, Name = "HttpPerf worker" }.UnsafeStart();

    public void Send(WorkerMessage message)
    {
        lock (_writing)
            _pipe.Write(WorkerProtocol.Format(message));
    }

    public void Dispose() => _requests.Dispose();
}
