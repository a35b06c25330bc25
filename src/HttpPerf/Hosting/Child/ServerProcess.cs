using System.ComponentModel;
using System.Diagnostics;
using HttpPerf.Model;
using HttpPerf.Results.Programs;
using HttpPerf.Results.Quoting;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

// The process that the API runs in, as seen from its parent.
internal sealed class ServerProcess
{
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan OutputTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ResponseTimeout = TimeSpan.FromSeconds(5);

    private readonly string _name;
    private readonly Process _process;
    private readonly AgentPipe _agent;
    private readonly ServerOutput _output;
    private readonly Task _end;
    private volatile bool _isStopping;
    private volatile string? _failure;

    private ServerProcess(string name, Process process, AgentPipe agent)
    {
        _name = name;
        _process = process;
        _agent = agent;
        Id = process.Id;
        _output = new(process);
        _end = WatchAsync();
    }

    public int Id { get; }

    public bool HasEnded => _end.IsCompleted || _process.HasExited;

    public ServerOutput Output => _output;

    public string? ContentRoot => _agent.ContentRoot;

    // Null after a stop or kill by this process.
    public string? Failure => _failure;

    public static async Task<ServerProcess> StartAsync(string name, ProcessStartInfo command, string pipeName)
    {
        var agent = new AgentPipe(pipeName);
        try
        {
            return new(name, Process.Start(command)!, agent);
        }
        catch (Win32Exception e)
        {
            await agent.DisposeAsync().ConfigureAwait(false);
            throw new HostException($"{name} could not be started with {command.FileName}: {e.Message}.", e);
        }
    }

    public async Task<IReadOnlyList<string>> WaitUntilListeningAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        try
        {
            await Task.WhenAny(_agent.Listening, _agent.Fault, _end).WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new HostException(DidNotListen(timeout));
        }

        if (_agent.Listening.IsCompletedSuccessfully)
            return await _agent.Listening.ConfigureAwait(false);

        await ThrowIfFaultyAsync().ConfigureAwait(false);
        throw new HostException($"{_name} ended with exit code {_process.ExitCode} before it listened. {_output.Quote()}");
    }

    public async Task<AgentResponse> RequestAsync(string command, CancellationToken cancellationToken)
    {
        using var abandon = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var responding = _isStopping ? Task.FromCanceled<AgentResponse>(new(canceled: true)) : _agent.RequestAsync(command, abandon.Token);
        try
        {
            await Task.WhenAny(responding, _agent.Fault, _end).WaitAsync(ResponseTimeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new HostException(
                $"{_name} did not answer '{command}' within {ResponseTimeout.InSeconds("0")} s, so its counters are unknown. " +
                $"It probably hangs. {_output.Quote()}");
        }
        finally
        {
            await abandon.CancelAsync().ConfigureAwait(false);
        }

        await ThrowIfFaultyAsync().ConfigureAwait(false);
        if (!responding.IsCompletedSuccessfully)
        {
            throw new HostException(
                _failure ?? $"{_name} was asked to '{command}' after it had been stopped. Keep its host until all is measured.");
        }

        var response = await responding.ConfigureAwait(false);
        return response.Error is not { } error
            ? response
            : throw new HostException($"{_name} could not '{command}': {Quotation.Of(error)}");
    }

    public Task WaitForEndAsync(TimeSpan timeout) => SilentlyAsync(_end.WaitAsync(timeout));

    public async Task StopAsync()
    {
        _isStopping = true;
        CloseInput();
        await _agent.DisposeAsync().ConfigureAwait(false);
        await WaitForEndAsync(StopTimeout).ConfigureAwait(false);
        await KillAsync().ConfigureAwait(false);
    }

    public async Task KillAsync()
    {
        _isStopping = true;
        if (!_end.IsCompleted)
        {
            ProcessTree.Kill(_process);
            await WaitForEndAsync(StopTimeout).ConfigureAwait(false);
        }

        await _agent.DisposeAsync().ConfigureAwait(false);
        _process.Dispose();
    }

    private static async Task SilentlyAsync(Task task) => await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private async Task WatchAsync()
    {
        await _process.WaitForExitAsync().ConfigureAwait(false);
        await SilentlyAsync(_output.WaitForEndAsync(OutputTimeout)).ConfigureAwait(false);
        if (!_isStopping)
            _failure = $"{_name} ended by itself with exit code {_process.ExitCode}; measurements since then don't count. " +
                _output.Quote();
    }

    private async Task ThrowIfFaultyAsync()
    {
        if (_agent.Fault.IsCompletedSuccessfully)
        {
            throw new HostException(
                $"HttpPerf's agent in {_name} sent messages that can't be read, so the server can't be measured. " +
                Quotation.Of(await _agent.Fault.ConfigureAwait(false)));
        }
    }

    private string DidNotListen(TimeSpan timeout) =>
        $"{_name} did not listen within {timeout.InSeconds("0.###")} s, so it was ended. " +
        (_agent.IsConnected
            ? (_agent.Problem is { } problem ? $"HttpPerf's agent can't watch one of its hosts ({problem}). " : "")
              + $"If it needs longer, raise {nameof(ChildProcessOptions)}.{nameof(ChildProcessOptions.StartupTimeout)}. "
            : "HttpPerf's startup hook did not run in it. ") +
        _output.Quote();

    // Kept open until the stop, because an API that reads its input may take its end as the signal to stop.
    private void CloseInput()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        {
            // The server is gone already.
        }
    }
}
