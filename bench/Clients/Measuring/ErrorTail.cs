using System.Diagnostics;

namespace HttpPerf.Clients.Measuring;

/// <summary>The last lines that a process wrote to its standard error. Reading them also keeps it from waiting for a reader.</summary>
internal sealed class ErrorTail
{
    private const int Lines = 5;

    private readonly Queue<string> _lines = [];

    public static ErrorTail Of(Process process)
    {
        var tail = new ErrorTail();
        process.ErrorDataReceived += (_, e) => tail.Add(e.Data);
        process.BeginErrorReadLine();
        return tail;
    }

    public string Quote()
    {
        lock (_lines)
            return _lines.Count == 0 ? "It wrote no error." : $"Its last errors: {string.Join(" | ", _lines)}";
    }

    private void Add(string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;
        lock (_lines)
        {
            _lines.Enqueue(line.Trim());
            if (_lines.Count > Lines)
                _lines.Dequeue();
        }
    }
}
