using System.Runtime.CompilerServices;

namespace HttpPerf.Workloads;

#pragma warning disable CA2012 // a ValueTask's awaiter is used once: the operation is awaited between two calls of Start

// One class per return type that BenchmarkDotNet supports. Results are kept in a field, so that the call can't be optimized away.
// The code that calls the method is optimized without a profile. By a profile, the method of one case would be inlined into code that all
// share: of two equal methods of 2 ns, the other took 2.6 times as long.

internal sealed class VoidOperation(Action method) : SyncOperation
{
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public override void Invoke(long count)
    {
        for (var i = 0L; i < count; i++)
            method();
    }
}

internal sealed class ValueOperation<T>(Func<T> method) : SyncOperation
{
    private T? _result;

    public override object? LastResult => _result;

    public override bool ReturnsReference { get; } = IsReference(typeof(T));

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public override void Invoke(long count)
    {
        for (var i = 0L; i < count; i++)
            _result = method();
    }
}

internal sealed class TaskOperation(Func<Task> method) : AsyncOperation
{
    private ConfiguredTaskAwaitable.ConfiguredTaskAwaiter _awaiter;

    public override bool IsCompleted => _awaiter.IsCompleted;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public override AsyncOperation Start()
    {
        _awaiter = method().ConfigureAwait(false).GetAwaiter();
        return this;
    }

    public override void GetResult() => _awaiter.GetResult();

    public override void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);
}

internal sealed class TaskOperation<T>(Func<Task<T>> method) : AsyncOperation
{
    private ConfiguredTaskAwaitable<T>.ConfiguredTaskAwaiter _awaiter;
    private T? _result;

    public override object? LastResult => _result;

    public override bool ReturnsReference { get; } = IsReference(typeof(T));

    public override bool IsCompleted => _awaiter.IsCompleted;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public override AsyncOperation Start()
    {
        _awaiter = method().ConfigureAwait(false).GetAwaiter();
        return this;
    }

    public override void GetResult() => _result = _awaiter.GetResult();

    public override void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);
}

internal sealed class ValueTaskOperation(Func<ValueTask> method) : AsyncOperation
{
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _awaiter;

    public override bool IsCompleted => _awaiter.IsCompleted;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public override AsyncOperation Start()
    {
        _awaiter = method().ConfigureAwait(false).GetAwaiter();
        return this;
    }

    public override void GetResult() => _awaiter.GetResult();

    public override void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);
}

internal sealed class ValueTaskOperation<T>(Func<ValueTask<T>> method) : AsyncOperation
{
    private ConfiguredValueTaskAwaitable<T>.ConfiguredValueTaskAwaiter _awaiter;
    private T? _result;

    public override object? LastResult => _result;

    public override bool ReturnsReference { get; } = IsReference(typeof(T));

    public override bool IsCompleted => _awaiter.IsCompleted;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public override AsyncOperation Start()
    {
        _awaiter = method().ConfigureAwait(false).GetAwaiter();
        return this;
    }

    public override void GetResult() => _result = _awaiter.GetResult();

    public override void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);
}
