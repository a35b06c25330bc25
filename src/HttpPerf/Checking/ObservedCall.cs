using System.Collections.Concurrent;

namespace HttpPerf.Checking;

/// <summary>The requests and tasks that one call of a benchmark has started so far.</summary>
/// <param name="hold">How long the end of a request is held back to let the call return first.</param>
internal sealed class ObservedCall(TimeSpan hold)
{
    private const int PartsOfHold = 2;

    /// <summary>
    /// How many requests of a call are held back. Those of a call that awaits a thousand of them one after the other would take 10 s more.
    /// </summary>
    private const int MostHeld = 10;

    private readonly Lock _lock = new();
    private readonly ConcurrentDictionary<int, string> _tasks = [];
    private readonly SortedSet<string> _addresses = [];
    private readonly TaskCompletionSource _returned = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<(int? Status, string Reason)> _errors = [];
    private readonly Dictionary<string, Version> _asked = [];
    // Where a handler sends a request again, e.g. after a redirect, only the last response reaches the caller.
    private readonly Dictionary<HttpRequestMessage, ObservedBody?> _bodies = [];
    // A request fails and stops on the same thread, one right after the other.
    private readonly Dictionary<int, (string Reason, bool WasCanceled)> _failures = [];
    private int _running;
    private int _held;

    /// <summary>Whether this thread holds a request back, for which it waits itself.</summary>
    [ThreadStatic]
    private static bool _isHolding;

    /// <summary>The thread that runs the synchronous part of the call; 0 if none does.</summary>
    private volatile int _callingThread;

    private bool HasReturned => _returned.Task.IsCompleted;

    /// <summary>Requests that were still running when the call returned, or that started afterwards, without canceled ones.</summary>
    public int RequestsLeft { get; private set; }

    /// <summary>Requests that were made through a client.</summary>
    public int Requests { get; private set; }

    /// <summary>Of these, the ones that were answered, whatever the status.</summary>
    public int Answered { get; private set; }

    /// <summary>Of these, the ones that were canceled by a token.</summary>
    public int Canceled { get; private set; }

    /// <summary>
    /// Requests that were sent over a connection. Fewer than were made where something answers in their place, more where something
    /// repeats them or follows redirects.
    /// </summary>
    public int Sent { get; private set; }

    /// <summary>Of these, the ones that were answered by a redirect.</summary>
    public int Redirected { get; private set; }

    /// <summary>How often a thread blocked until a task had ended.</summary>
    public int Blocked { get; private set; }

    /// <summary>
    /// The tasks that were still running when the call returned, as named by the runtime, e.g. <c>Async: &lt;Send&gt;d__5</c>.
    /// </summary>
    public IReadOnlyList<string> TasksLeft { get; private set; } = [];

    /// <summary>The tasks that are running now.</summary>
    public IReadOnlyList<string> TasksRunning => [.. _tasks.Values];

    /// <summary>The requested HTTP version and the older version of the response; null if there was no downgrade.</summary>
    public (Version Requested, Version Answered)? Downgrade { get; private set; }

    /// <summary>Bodies of successful responses, and how many of them nothing has been read of, if they are observed.</summary>
    public (int All, int Unread) Bodies
    {
        get
        {
            lock (_lock)
                return (_bodies.Values.Count(b => b is not null), _bodies.Values.Count(b => b is { IsRead: false }));
        }
    }

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
            Requests++;
            RequestsLeft += HasReturned ? 1 : 0;
            _addresses.Add($"{scheme}://{host}:{port}{path}");
            _asked[$"{host}:{port}"] = _asked.TryGetValue($"{host}:{port}", out var before) && before < asked ? before : asked;
        }
    }

    public void FailRequest(string reason, bool wasCanceled)
    {
        lock (_lock)
            _failures[Environment.CurrentManagedThreadId] = (reason, wasCanceled);
    }

    /// <summary>Waits for the call to return, unless it has to return on this very thread, or has been waited for many times.</summary>
    public void HoldRequest()
    {
        if (Environment.CurrentManagedThreadId == _callingThread || Interlocked.Increment(ref _held) > MostHeld)
            return;
        _isHolding = true;
        // In parts, because a pause of the process delays the call too, and must not use up the time that the call has to return.
        for (var i = 0; i < PartsOfHold && !_returned.Task.Wait(hold / PartsOfHold);)
            i++;
        _isHolding = false;
    }

    /// <param name="status">-1 if there was no response.</param>
    public void StopRequest(int status)
    {
        lock (_lock)
        {
            _running--;
            // A request whose body can't be read has failed too, although its status is a success.
            var hasFailed = _failures.Remove(Environment.CurrentManagedThreadId, out var failure) || status < 0;
            if (status >= 400)
                _errors.Add((status, ""));
            else if (hasFailed && !failure.WasCanceled)
                _errors.Add((null, failure.Reason ?? ""));
            Canceled += failure.WasCanceled ? 1 : 0;
            Answered += hasFailed ? 0 : 1;
            RequestsLeft -= failure.WasCanceled && HasReturned ? 1 : 0;
        }
    }

    /// <summary>Where a thread begins to wait for a task.</summary>
    public void CountBlocked()
    {
        if (_isHolding)
            return;
        lock (_lock)
            Blocked++;
    }

    /// <param name="status">The status of the answer; null if there was none.</param>
    public void CountSent(int? status)
    {
        lock (_lock)
        {
            Sent++;
            Redirected += status is 301 or 302 or 303 or 307 or 308 ? 1 : 0;
        }
    }

    public void Receive(HttpResponseMessage response)
    {
        lock (_lock)
            _bodies[response.RequestMessage!] = ObservedBody.Replace(response);
    }

    public void Answer(string host, int port, Version version)
    {
        lock (_lock)
            if (_asked.TryGetValue($"{host}:{port}", out var asked) && version < asked)
                Downgrade = (asked, version);
    }

    public void StartTask(int id, string name) => _tasks[id] = name;

    public void StopTask(int id) => _tasks.TryRemove(id, out _);

    /// <summary>Makes the call, and records the work that is still running when it returns.</summary>
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
