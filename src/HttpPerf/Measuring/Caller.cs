using System.Diagnostics;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>Makes one call after another, for as long as there is one to make.</summary>
internal abstract class Caller(LoadGenerator load) : IDisposable
{
    private long _call;
    private long _start;

    /// <summary>Whether it was given a call that hasn't ended.</summary>
    public bool HasCall { get; private set; }

    /// <param name="call">Its position in the block.</param>
    /// <param name="start">From when on it counts, as of the stopwatch.</param>
    public void Give(long call, long start) => (_call, _start, HasCall) = (call, start, true);

    /// <summary>Starts to call, on another thread.</summary>
    public abstract void Begin();

    public virtual void Dispose()
    {
    }

    protected bool TryTakeCall() => load.TryTakeCall(this);

    protected void EndCall(Operation operation, Exception? exception)
    {
        HasCall = false;
        load.EndCall(_call, Stopwatch.GetTimestamp() - _start, operation, exception);
    }
}

/// <summary>Has no thread of its own: where a call ends, it starts the next.</summary>
internal sealed class AsyncCaller : Caller, IThreadPoolWorkItem
{
    private readonly AsyncOperation _operation;
    private readonly Action _continue;

    public AsyncCaller(LoadGenerator load, AsyncOperation operation) : base(load)
    {
        _operation = operation;
        _continue = Continue;
    }

    public override void Begin() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

    public void Execute()
    {
        while (TryTakeCall())
        {
            try
            {
                if (!_operation.Start().IsCompleted)
                {
                    _operation.UnsafeOnCompleted(_continue);
                    return;
                }
            }
            catch (Exception e)
            {
                EndCall(_operation, e);
                continue;
            }

            EndCall();
        }
    }

    private void Continue()
    {
        EndCall();
        Execute();
    }

    private void EndCall()
    {
        Exception? exception = null;
        try
        {
            _operation.GetResult();
        }
        catch (Exception e)
        {
            exception = e;
        }

        EndCall(_operation, exception);
    }
}

/// <summary>Has a thread of its own.</summary>
internal sealed class SyncCaller(LoadGenerator load, SyncOperation operation) : Caller(load)
{
    private readonly SemaphoreSlim _begin = new(0);
    private Thread? _thread;
    private volatile bool _isDisposed;

    public override void Begin()
    {
        if (_thread is null)
        {
            _thread = new Thread(Call) { IsBackground = true };
            _thread.UnsafeStart();
        }

        _begin.Release();
    }

    /// <summary>Doesn't wait for the thread, whose call may hang.</summary>
    public override void Dispose()
    {
        base.Dispose();
        _isDisposed = true;
        _begin.Release();
    }

    private void Call()
    {
        while (true)
        {
            _begin.Wait();
            if (_isDisposed)
                return;
            while (TryTakeCall())
            {
                Exception? exception = null;
                try
                {
                    operation.Invoke(1);
                }
                catch (Exception e)
                {
                    exception = e;
                }

                EndCall(operation, exception);
            }
        }
    }
}
