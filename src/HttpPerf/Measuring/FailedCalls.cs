using System.Collections.Concurrent;
using System.Net.Sockets;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>Counts the failed calls of a block, by kind. Several threads add to it at the same time.</summary>
internal sealed class FailedCalls
{
    private const int MostShown = 3;

    private readonly ConcurrentDictionary<string, Kind> _kinds = [];

    public void Add(Exception exception) => Add(NameOf(exception), exception);

    /// <param name="result">The result of a call, if it shows a failure.</param>
    public void Add(string result) => Add(result, null);

    /// <returns>
    /// The failures, and the most frequent kind's first exception, if it is one; null if nothing failed.
    /// </returns>
    public (Fault Fault, Exception? First)? Find(long calls, LoadModel model)
    {
        if (_kinds.IsEmpty)
            return null;
        var kinds = _kinds.OrderByDescending(kind => kind.Value.Count).ToList();
        var fault = new Fault.CallsFailed(
            kinds.Sum(kind => kind.Value.Count),
            calls,
            $"{model}{(model.Callers is null ? "" : " at the same time")}",
            [.. kinds.Take(MostShown).Select(kind => kind.Value.First is { } exception
                ? new FailedCallKind(kind.Value.Count, UserFrames.Show(exception), null)
                : new FailedCallKind(kind.Value.Count, null, kind.Key))],
            Math.Max(0, kinds.Count - MostShown));
        return (fault, kinds[0].Value.First);
    }

    private void Add(string name, Exception? exception) =>
        Interlocked.Increment(ref _kinds.GetOrAdd(name, static (_, first) => new Kind(first), exception).Count);

    /// <summary>Messages contain ports and times, so they don't tell kinds apart.</summary>
    private static string NameOf(Exception exception) => exception switch
    {
        HttpRequestException { InnerException: SocketException inner } => $"{exception.GetType()} {inner.SocketErrorCode}",
        HttpRequestException http => $"{exception.GetType()} {http.HttpRequestError} {http.StatusCode}",
        SocketException socket => $"{exception.GetType()} {socket.SocketErrorCode}",
        _ => $"{exception.GetType()}",
    };

    private sealed class Kind(Exception? first)
    {
        public int Count;

        public Exception? First => first;
    }
}
