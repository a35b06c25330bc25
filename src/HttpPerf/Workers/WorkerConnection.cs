using System.Diagnostics;
using System.IO.Pipes;
using HttpPerf.Server;

namespace HttpPerf.Workers;

/// <summary>A worker's end of the pipe to the test process that started it.</summary>
internal sealed class WorkerConnection : IDisposable
{
    private readonly NamedPipeClientStream _pipe;
    private readonly StreamReader _requests;
    private readonly Lock _writing = new();

    private WorkerConnection(NamedPipeClientStream pipe) => (_pipe, _requests) = (pipe, new StreamReader(pipe));

    /// <summary>Connects to the process that started this one as a worker; null if this is none.</summary>
    public static WorkerConnection? TryOpen()
    {
        StartupHookVariable.Remove(typeof(WorkerConnection).Assembly.Location);
        return ParentPipe.TryConnect(WorkerProtocol.PipeVariable) is { } pipe ? new(pipe) : null;
    }

    public WorkerRequest ReadRequest() =>
        WorkerProtocol.ParseRequest(_requests.ReadLine() ?? throw new IOException("The test process has ended."));

    /// <summary>Kills this process when the test process has ended. Call it after the request is read.</summary>
    public void EndWithTestProcess() => new Thread(() =>
    {
        ParentPipe.ReadLine(_requests);
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
