using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>Fails the work if a case runs for longer than the timeout, and names the case.</summary>
internal sealed class Watchdog : IDisposable
{
    private readonly TaskCompletionSource _alarm = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly MeasurementPlan _plan;
    private readonly TimeProvider _clock;
    private readonly ITimer _timer;
    private CaseId? _current;
    private TimeSpan _timeout;
    private long _since;

    public Watchdog(MeasurementPlan plan, TimeProvider clock)
    {
        _plan = plan;
        _clock = clock;
        // One timer for all operations, because a timeout for each would allocate while the operation is measured.
        var period = TimeSpan.FromSeconds(Math.Clamp(plan.OperationTimeout.TotalSeconds / 10, 0.05, 1));
        _timer = _clock.CreateTimer(_ => Look(), null, period, period);
    }

    /// <summary>The case that is running, or ran last.</summary>
    public CaseId? Current => _current;

    public void Watch(CaseId id) => Watch(id, _plan.OperationTimeout);

    /// <summary>Watches a setup or cleanup, which may take longer than a call.</summary>
    public void WatchSetUp(CaseId id) => Watch(id, _plan.SetUpTimeout);

    private void Watch(CaseId id, TimeSpan timeout)
    {
        Volatile.Write(ref _since, _clock.GetTimestamp());
        _timeout = timeout;
        _current = id;
    }

    /// <summary>Stops watching until the next case.</summary>
    public void Rest() => _current = null;

    /// <summary>Waits for the work, until the alarm or the cancellation.</summary>
    /// <exception cref="GroupFailedException">A case was running for longer than the timeout. The work goes on, unwatched.</exception>
    public async Task Guard(Task work, CancellationToken cancellation) =>
        await await Task.WhenAny(_alarm.Task, work).WaitAsync(cancellation);

    public void Dispose() => _timer.Dispose();

    private void Look()
    {
        var timeout = _timeout;
        if (_current is { } id && _clock.GetElapsedTime(Volatile.Read(ref _since)) > timeout)
            _alarm.TrySetException(new GroupFailedException(new Fault.Hung($"{id}", timeout)));
    }
}
