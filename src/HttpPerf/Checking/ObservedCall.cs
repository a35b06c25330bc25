using System.Collections.Concurrent;

namespace HttpPerf.Checking;

/// <summary>What one call of a benchmark has done until now: its requests, and the tasks that it started.</summary>
/// <param name="hold">How long the end of a request waits for the call to return.</param>
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

    /// <summary>The thread that is in the synchronous part of the call; 0 for none.</summary>
    private volatile int _callingThread;

    private bool HasReturned => _returned.Task.IsCompleted;

    /// <summary>Requests that ran on, or began, after the call had returned, except those that were cancelled.</summary>
    public int RequestsLeft { get; private set; }

    /// <summary>
    /// The tasks that were still running when the call returned, as the runtime calls them, e.g. <c>Async: &lt;Send&gt;d__5</c>.
    /// </summary>
    public IReadOnlyList<string> TasksLeft { get; private set; } = [];

    /// <summary>A protocol asked for, and an older one that was answered in.</summary>
    public (Version Asked, Version Answered)? Downgrade { get; private set; }

    public string Addresses
    {
        get
        {
            lock (_lock)
                return string.Join(", ", _addresses.Take(3)) + (_addresses.Count > 3 ? ", …" : "");
        }
    }

    /// <summary>Statuses from 400 up, and reasons why there was none.</summary>
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

    /// <summary>Waits for the call to return, unless this thread is the one on which it has to return.</summary>
    public void HoldRequest()
    {
        if (Environment.CurrentManagedThreadId != _callingThread)
            _returned.Task.Wait(hold);
    }

    /// <param name="status">-1 where there was no answer.</param>
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

    /// <summary>Calls, and records what still runs when the call has returned.</summary>
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

    /// <summary>Waits until no request is running. Then it is known which of those that ran on had been cancelled.</summary>
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
