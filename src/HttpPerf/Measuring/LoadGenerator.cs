using System.Diagnostics;
using HttpPerf.Checking;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Calls a case by callers at the same time, each again when its last call has ended, until together they have made the calls of a block. A
/// call allocates nothing beside what the case does.
/// </summary>
internal sealed class LoadGenerator : IDisposable
{
    private readonly BenchmarkInstance _instance;
    private readonly Caller[] _callers;
    private readonly FailedCalls _failures = new();

    // Written by all callers. The block's end, which each of them passes, makes it visible to the one who started the block.
    private long[] _times = [];
    private long _calls;
    private long _next;
    private int _working;
    private TaskCompletionSource<long> _end = null!;

    /// <param name="count">How many callers there are; 1 or more.</param>
    /// <param name="instance">The case. It can create operations.</param>
    public LoadGenerator(int count, BenchmarkInstance instance)
    {
        _instance = instance;
        _callers = new Caller[count];
        for (var i = 0; i < count; i++)
            _callers[i] = instance.Workload.CreateOperation!() switch
            {
                AsyncOperation operation => new AsyncCaller(this, operation),
                SyncOperation operation => new SyncCaller(this, operation),
                _ => throw new UnreachableException(),
            };
    }

    public int Callers => _callers.Length;

    /// <summary>How long each call of the last block took, in ticks of the stopwatch, the shortest first.</summary>
    public ReadOnlySpan<long> Times => _times.AsSpan(0, (int)_calls);

    /// <summary>Makes a block of calls.</summary>
    /// <returns>How long all of them took together.</returns>
    /// <exception cref="CaseFailedException">Some of them failed.</exception>
    public async Task<TimeSpan> Run(long calls)
    {
        if (_times.Length < calls)
            _times = new long[calls];
        (_calls, _next, _working) = (calls, 0, _callers.Length);
        _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
        var start = Stopwatch.GetTimestamp();
        foreach (var caller in _callers)
            caller.Begin();
        var end = await _end.Task;
        if (_failures.Describe(calls, _callers.Length) is var (description, first))
            throw new CaseFailedException(_instance.Id, description, first) { IsOfRequest = first is null };
        Array.Sort(_times, 0, (int)calls);
        return Stopwatch.GetElapsedTime(start, end);
    }

    public void Dispose()
    {
        foreach (var caller in _callers)
            caller.Dispose();
    }

    private abstract class Caller(LoadGenerator all) : IDisposable
    {
        private long _call;
        private long _start;

        /// <summary>Starts to call, on another thread.</summary>
        public abstract void Begin();

        public virtual void Dispose()
        {
        }

        /// <summary>False if the block has no further call to make.</summary>
        protected bool TryTakeCall()
        {
            _call = Interlocked.Increment(ref all._next) - 1;
            if (_call < all._calls)
            {
                _start = Stopwatch.GetTimestamp();
                return true;
            }

            if (Interlocked.Decrement(ref all._working) == 0)
                all._end.SetResult(Stopwatch.GetTimestamp());
            return false;
        }

        protected void EndCall(Operation operation, Exception? exception)
        {
            all._times[_call] = Stopwatch.GetTimestamp() - _start;
            if (exception is not null)
                all._failures.Add(exception);
            else if (ReturnedResult.DescribeFailure(operation, all._instance.Benchmark) is { } failure)
                all._failures.Add(failure);
        }
    }

    /// <summary>Has no thread of its own: where a call ends, it starts the next.</summary>
    private sealed class AsyncCaller : Caller, IThreadPoolWorkItem
    {
        private readonly AsyncOperation _operation;
        private readonly Action _continue;

        public AsyncCaller(LoadGenerator all, AsyncOperation operation) : base(all)
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

    private sealed class SyncCaller : Caller
    {
        private readonly SyncOperation _operation;
        private readonly SemaphoreSlim _begin = new(0);
        private Thread? _thread;
        private volatile bool _isDisposed;

        public SyncCaller(LoadGenerator all, SyncOperation operation) : base(all) => _operation = operation;

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
                        _operation.Invoke(1);
                    }
                    catch (Exception e)
                    {
                        exception = e;
                    }

                    EndCall(_operation, exception);
                }
            }
        }
    }
}
