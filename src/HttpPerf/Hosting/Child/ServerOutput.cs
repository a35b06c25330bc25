using System.Diagnostics.CodeAnalysis;

namespace HttpPerf.Hosting.Child;

// The last lines that a server wrote, for the messages that have to explain its end.
internal sealed class ServerOutput
{
    private const int Capacity = 200;

    private readonly Queue<string> _lines = [];
    private readonly List<Task> _ends = [];

    public override string ToString()
    {
        lock (_lines)
            return string.Join('\n', _lines);
    }

    // A thread of its own, because reading must neither wait for a busy thread pool nor keep a measured one busy.
    [SuppressMessage("Reliability", "CA2000", Justification = "The thread disposes the reader at its end.")]
    public void Collect(StreamReader from, Func<string, string?> filter)
    {
        var end = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _ends.Add(end.Task);
        new Thread(() => Read(from, filter, end)) { IsBackground = true, Name = "HttpPerf server output" }.UnsafeStart();
    }

    // A process that the server started may hold its output open for longer than the server lives.
    public Task WaitForEndAsync(TimeSpan patience) =>
        Task.WhenAll(_ends).WaitAsync(patience);

    private void Read(StreamReader from, Func<string, string?> filter, TaskCompletionSource end)
    {
        using (from)
        {
            while (from.ReadLine() is { } line)
            {
                if (filter(line) is { } kept)
                    Add(kept);
            }
        }

        end.SetResult();
    }

    private void Add(string line)
    {
        lock (_lines)
        {
            if (_lines.Count == Capacity)
                _lines.Dequeue();
            _lines.Enqueue(line);
        }
    }
}
