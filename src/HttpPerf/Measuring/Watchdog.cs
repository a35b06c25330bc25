namespace HttpPerf.Measuring;

/// <summary>Fails the work if a case runs for longer than the timeout, and names the case.</summary>
internal sealed class Watchdog : IDisposable
{
    private readonly TaskCompletionSource _alarm = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TimeSpan _timeout;
    private readonly TimeSpan _timeoutOfSetUp;
    private readonly TimeProvider _clock;
    private readonly ITimer _timer;
    private CaseId? _current;
    private bool _isSetUp;
    private long _since;

    public Watchdog(MeasuringOptions options)
    {
        (_timeout, _timeoutOfSetUp) = (options.OperationTimeout, options.SetUpTimeout);
        _clock = options.Clock;
        // One timer for all operations, because a timeout for each would allocate while the operation is measured.
        var period = TimeSpan.FromSeconds(Math.Clamp(_timeout.TotalSeconds / 10, 0.05, 1));
        _timer = _clock.CreateTimer(_ => Look(), null, period, period);
    }

    /// <summary>The case that is running, or ran last.</summary>
    public CaseId? Current => _current;

    public void Watch(CaseId id) => Watch(id, isSetUp: false);

    /// <summary>The same for a setup or cleanup, which may take longer than a call.</summary>
    public void WatchSetUp(CaseId id) => Watch(id, isSetUp: true);

    private void Watch(CaseId id, bool isSetUp)
    {
        Volatile.Write(ref _since, _clock.GetTimestamp());
        _isSetUp = isSetUp;
        _current = id;
    }

    /// <summary>Stops watching until the next case.</summary>
    public void Rest() => _current = null;

    /// <summary>Waits for the work, until the alarm or the cancellation.</summary>
    /// <exception cref="TimeoutException">A case was running for longer than the timeout. The work goes on, unwatched.</exception>
    public async Task Guard(Task work, CancellationToken cancellation) =>
        await await Task.WhenAny(_alarm.Task, work).WaitAsync(cancellation);

    public void Dispose() => _timer.Dispose();

    private void Look()
    {
        var timeout = _isSetUp ? _timeoutOfSetUp : _timeout;
        if (_current is { } id && _clock.GetElapsedTime(Volatile.Read(ref _since)) > timeout)
            _alarm.TrySetException(new TimeoutException(
                $"{id} did not return within {timeout.TotalSeconds:0.###} s, "
                + "so it is considered hung, and measuring the group was stopped."));
    }
}
