using System.Collections.Concurrent;
using System.Text.Json;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

// The test process's end of the pipe to the agent in one server.
internal sealed class AgentPipe : IAsyncDisposable
{
    private readonly ChildPipe _pipe;
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<AgentResponse>> _requests = [];
    private readonly TaskCompletionSource<IReadOnlyList<string>> _listening = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<string> _fault = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _reading;
    private volatile bool _isConnected;
    private volatile string? _problem;
    private volatile string? _contentRoot;
    private int _lastId;
    private bool _isDisposed;

    public AgentPipe(string name)
    {
        _pipe = new(name);
        // The pipe must not capture the caller's async-local state, such as the current test.
        using (ExecutionContext.SuppressFlow())
            _reading = Task.Run(ReadAsync);
    }

    // Whether the agent in the server has connected.
    public bool IsConnected => _isConnected;

    // Why the agent can't watch a host of the API; null if it can.
    public string? Problem => _problem;

    // Where the API finds its files; null until it listens.
    public string? ContentRoot => _contentRoot;

    // Completes with the addresses that the server reports first.
    public Task<IReadOnlyList<string>> Listening => _listening.Task;

    // Completes with the reason when the agent has sent something unreadable. From then on, no response is reliable.
    public Task<string> Fault => _fault.Task;

    // Returns the response even if it holds an error.
    public async Task<AgentResponse> RequestAsync(string command, CancellationToken cancellationToken)
    {
        var id = Interlocked.Increment(ref _lastId);
        var response = new TaskCompletionSource<AgentResponse>(TaskCreationOptions.RunContinuationsAsynchronously);
        _requests[id] = response;
        try
        {
            await WriteAsync(AgentProtocol.Format(new AgentRequest(id, command)), cancellationToken).ConfigureAwait(false);
            return await response.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // A response that arrives later is dropped.
            _requests.TryRemove(id, out _);
        }
    }

    // When the pipe closes, the agent stops its server.
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, true))
            return;

        await _stop.CancelAsync().ConfigureAwait(false);
        await _pipe.DisposeAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private async Task WriteAsync(byte[] line, CancellationToken cancellationToken)
    {
        try
        {
            await _pipe.WriteAsync(line, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        {
            // The server is gone, which ServerProcess detects and reports.
        }
    }

    private async Task ReadAsync()
    {
        try
        {
            await _pipe.ConnectAsync(_stop.Token).ConfigureAwait(false);
            _isConnected = true;
            await foreach (var line in _pipe.ReadLinesAsync(_stop.Token).ConfigureAwait(false))
                Receive(line);
        }
        catch (Exception e) when (e is IOException or OperationCanceledException or ObjectDisposedException)
        {
            // The server was killed, or the pipe is disposed.
        }
    }

    private void Receive(string line)
    {
        try
        {
            var (listening, response, problem, createdDatabase, contentRoot) = AgentProtocol.ParseMessage(line);
            _problem = problem ?? _problem;
            _contentRoot = contentRoot ?? _contentRoot;
            if (createdDatabase is not null)
                CreatedDatabases.RemoveAtExit(createdDatabase);
            if (listening is not null)
                _listening.TrySetResult(listening);
            if (response is { Id: 0 })
                _fault.TrySetResult(response.Error ?? "It responded to no request.");
            else if (response is not null && _requests.TryGetValue(response.Id, out var request))
                request.TrySetResult(response);
        }
        catch (JsonException e)
        {
            _fault.TrySetResult($"It sent '{line}', which can't be read: {e.Message}");
        }
    }
}
