namespace HttpPerf.Checking;

/// <summary>
/// A synchronization context that counts async void methods. An async void method notifies the current context when it starts, at any depth
/// of the call, as long as the code before it has not left the context.
/// </summary>
internal sealed class UnawaitedWorkContext : SynchronizationContext
{
    private int _started;

    public int UnawaitedCalls => Volatile.Read(ref _started);

    public async Task Run(Func<Task> action)
    {
        var outer = Current;
        SetSynchronizationContext(this);
        Task task;
        try
        {
            task = action();
        }
        finally
        {
            SetSynchronizationContext(outer);
        }

        await task.ConfigureAwait(false);
    }

    public override void OperationStarted() => Interlocked.Increment(ref _started);

    public override void Post(SendOrPostCallback d, object? state) => ThreadPool.QueueUserWorkItem(_ =>
    {
        try
        {
            Send(d, state);
        }
        catch
        {
            // Only an async void method throws here. It is already counted; on the thread pool the exception would end the process.
        }
    });

    public override void Send(SendOrPostCallback d, object? state)
    {
        var outer = Current;
        SetSynchronizationContext(this);
        try
        {
            d(state);
        }
        finally
        {
            SetSynchronizationContext(outer);
        }
    }

    public override SynchronizationContext CreateCopy() => this;
}
