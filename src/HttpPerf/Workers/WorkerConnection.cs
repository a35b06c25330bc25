using System.Diagnostics;
using HttpPerf.Server;

namespace HttpPerf.Workers;

/// <summary>A worker's end of the pipe to the test process that started it.</summary>
internal sealed class WorkerConnection : IDisposable
{
    private static readonly TimeSpan ExitTimeout = TimeSpan.FromSeconds(5);

    private readonly ParentPipe _pipe;

    private WorkerConnection(ParentPipe pipe, OwnVariables variables) => (_pipe, Variables) = (pipe, variables);

    /// <summary>The variables that this process was started with. It has no others than the test process any more.</summary>
    public OwnVariables Variables { get; }

    /// <summary>Connects to the process that started this one as a worker; null if this is none.</summary>
    public static WorkerConnection? TryOpen()
    {
        StartupHookVariable.Remove(typeof(WorkerConnection).Assembly.Location);
        if (ParentPipe.TryConnect(WorkerProtocol.PipeVariable) is not { } pipe)
            return null;
        var variables = OwnVariables.Take();
        // The runtime has read them.
        variables.Restore();
        return new(pipe, variables);
    }

    public WorkerRequest ReadRequest() =>
        WorkerProtocol.ParseRequest(_pipe.ReadLine() ?? throw new IOException("The test process has ended."));

    /// <summary>
    /// Ends this process when the test process has ended or doesn't need it any more, at the latest after some seconds. Call it after the
    /// request is read.
    /// </summary>
    public void EndWithTestProcess() => new Thread(() =>
    {
        _pipe.ReadLine();
        // Benchmarks may tidy up when their process exits, and their handlers may block.
        new Thread(() => Environment.Exit(1)) { IsBackground = true, Name = "HttpPerf exit" }.UnsafeStart();
        Thread.Sleep(ExitTimeout);
        Process.GetCurrentProcess().Kill();
    })
    { IsBackground = true, Name = "HttpPerf worker" }.UnsafeStart();

    public void Send(WorkerMessage message) => _pipe.Send(WorkerProtocol.Format(message));

    public void Dispose() => _pipe.Dispose();
}
