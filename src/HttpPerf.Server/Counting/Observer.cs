namespace HttpPerf.Counting;

/// <summary>Calls a method for each event, whatever becomes of their source.</summary>
internal sealed class Observer<T>(Action<T> receive) : IObserver<T>
{
    public void OnNext(T value) => receive(value);

    public void OnCompleted()
    {
    }

    public void OnError(Exception error)
    {
    }
}
