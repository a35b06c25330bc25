using System.Runtime.CompilerServices;

namespace HttpPerf.Workloads;

/// <summary>A call of a benchmark method that can be repeated and adds no allocation of its own.</summary>
internal abstract class Operation
{
    /// <summary>The awaited result of the last call; null if the method returns nothing.</summary>
    public virtual object? LastResult => null;

    /// <summary>Whether the method returns anything.</summary>
    public bool ReturnsValue => GetType() is { IsGenericType: true } type && !IsUnit(type.GenericTypeArguments[0]);

    /// <summary>Whether the method returns a reference, so that reading <see cref="LastResult"/> doesn't allocate.</summary>
    public virtual bool ReturnsReference => false;

    /// <summary>Whether results of a type are references that say something.</summary>
    protected static bool IsReference(Type result) => !result.IsValueType && !IsUnit(result);

    /// <summary>F#'s unit: always null.</summary>
    private static bool IsUnit(Type result) => result.FullName == "Microsoft.FSharp.Core.Unit";
}

internal abstract class SyncOperation : Operation
{
    public abstract void Invoke(long count);
}

/// <summary>
/// A call of an asynchronous method that is its own awaiter. Blocking on a task, or converting a ValueTask to one, would allocate and show
/// up in the numbers.
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
    public static async Task InvokeOnce(this Operation operation)
    {
        if (operation is AsyncOperation asynchronous)
            await asynchronous.Start();
        else
            ((SyncOperation)operation).Invoke(1);
    }
}
