using System.Collections.Concurrent;

namespace HttpPerf.Checking;

/// <summary>The requests and tasks that one call of a benchmark has started so far.</summary>
/// <param name="hold">How long the end of a request is held back to let the call return first.</param>
internal sealed class ObservedCall(TimeSpan hold)
{
    private readonly Lock _lock = new();
    private readonly ConcurrentDictionary<int, string> _tasks = [];
    private readonly SortedSet<string> _addresses = [];
    private readonly TaskCompletionSource _returned = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<(int? Status, string Reason)> _errors = [];
    private readonly Dictionary<string, Version> _asked = [];
    private string _failure = "";
    private bool _wasCancelled;
    private int _running;

    /// <summary>The thread that runs the synchronous part of the call; 0 if none does.</summary>
    private volatile int _callingThread;

    private bool HasReturned => _returned.Task.IsCompleted;

    /// <summary>Requests that were still running when the call returned, or that started afterwards, without canceled ones.</summary>
    public int RequestsLeft { get; private set; }

    /// <summary>
    /// The tasks that were still running when the call returned, as named by the runtime, e.g. <c>Async: &lt;Send&gt;d__5</c>.
    /// </summary>
    public IReadOnlyList<string> TasksLeft { get; private set; } = [];

    /// <summary>The requested HTTP version and the older version of the response; null if there was no downgrade.</summary>
    public (Version Asked, Version Answered)? Downgrade { get; private set; }

    public string Addresses
    {
        get
        {
            lock (_lock)
                return string.Join(", ", _addresses.Take(3)) + (_addresses.Count > 3 ? ", …" : "");
        }
    }

    /// <summary>Statuses of 400 and above, and the reasons for requests without a response.</summary>
    public IReadOnlyList<(int? Status, string Reason)> Errors
    {
        get
        {
            lock (_lock)
                return [.. _errors];
        }
    }

    public void StartRequest(string scheme, string host, int port, string path, Version asked)
    {
        lock (_lock)
        {
            _running++;
            RequestsLeft += HasReturned ? 1 : 0;
            _addresses.Add($"{scheme}://{host}:{port}{path}");
            _asked[$"{host}:{port}"] = _asked.TryGetValue($"{host}:{port}", out var before) && before < asked ? before : asked;
        }
    }

    public void FailRequest(string reason, bool wasCancelled)
    {
        lock (_lock)
            (_failure, _wasCancelled) = (reason, wasCancelled);
    }

    /// <summary>Waits for the call to return, unless it has to return on this very thread.</summary>
    public void HoldRequest()
    {
        if (Environment.CurrentManagedThreadId != _callingThread)
            _returned.Task.Wait(hold);
    }

    /// <param name="status">-1 if there was no response.</param>
    public void StopRequest(int status)
    {
        lock (_lock)
        {
            _running--;
            if (status >= 400)
                _errors.Add((status, ""));
            else if (status < 0 && _wasCancelled)
                RequestsLeft -= HasReturned ? 1 : 0;
            else if (status < 0)
                _errors.Add((null, _failure));
        }
    }

    public void Answer(string host, int port, Version version)
    {
        lock (_lock)
            if (_asked.TryGetValue($"{host}:{port}", out var asked) && version < asked)
                Downgrade = (asked, version);
    }

    public void StartTask(int id, string name) => _tasks[id] = name;

    public void StopTask(int id) => _tasks.TryRemove(id, out _);

    /// <summary>Makes the call, and records what is still running when it returns.</summary>
    public async Task Run(Func<Task> invoke)
    {
        _callingThread = Environment.CurrentManagedThreadId;
        var task = invoke();
        _callingThread = 0;
        await task;
        lock (_lock)
        {
            (RequestsLeft, TasksLeft) = (_running, [.. _tasks.Values]);
            _returned.SetResult();
        }
    }

    /// <summary>Waits until no request is running. Only then is it known which of the remaining requests were canceled.</summary>
    public async Task WaitForRequests(TimeSpan timeout)
    {
        for (var waited = TimeSpan.Zero; IsBusy() && waited < timeout; waited += TimeSpan.FromMilliseconds(10))
            await Task.Delay(10);

        bool IsBusy()
        {
            lock (_lock)
                return _running > 0;
        }
    }
}
