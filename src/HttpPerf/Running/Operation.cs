using System.Runtime.CompilerServices;

namespace HttpPerf.Running;

/// <summary>One call of a benchmark method, repeatable, in the form that measuring needs: without an allocation of its own.</summary>
internal abstract class Operation
{
    /// <summary>What the last call returned, awaited; null for a method that returns nothing.</summary>
    public virtual object? LastResult => null;

    /// <summary>Whether it returns a reference: looking at its last result allocates nothing then.</summary>
    public virtual bool ReturnsReference => false;
}

internal abstract class SyncOperation : Operation
{
    public abstract void Invoke(long count);
}

/// <summary>
/// A call of an asynchronous method that is its own awaiter. Blocking on a task, or turning a ValueTask into one,
/// would allocate and show up in the numbers.
/// </summary>
internal abstract class AsyncOperation : Operation, ICriticalNotifyCompletion
{
    public abstract AsyncOperation Start();

    public AsyncOperation GetAwaiter() => this;

    public abstract bool IsCompleted { get; }

    public abstract void GetResult();

    public abstract void UnsafeOnCompleted(Action continuation);

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);
}

internal static class OperationExtensions
{
    /// <summary>Calls once, whatever the kind.</summary>
    public static async Task InvokeOnce(this Operation operation)
    {
        if (operation is AsyncOperation asynchronous)
            await asynchronous.Start();
        else
            ((SyncOperation)operation).Invoke(1);
    }
}
