using System.Text;

namespace HttpPerf.Hosting.Child;

/// <summary>The last bytes that a server wrote, in a buffer that is allocated once. Thread-safe.</summary>
/// <param name="capacity">How many bytes are kept, 1 or more.</param>
internal sealed class OutputRing(int capacity = OutputRing.DefaultCapacity)
{
    public const int DefaultCapacity = 128 * 1024;

    private readonly byte[] _bytes = new byte[capacity];

    // A Lock or a monitor may allocate under contention.
    private SpinLock _lock = new(enableThreadOwnerTracking: false);
    private long _written;
    private long _lines;
    private long _lastAppend = Environment.TickCount64;

    /// <summary>How many lines were appended so far.</summary>
    public long Lines => Volatile.Read(ref _lines);

    /// <summary>How long nothing has been appended.</summary>
    public TimeSpan Silence => TimeSpan.FromMilliseconds(Environment.TickCount64 - Volatile.Read(ref _lastAppend));

    /// <summary>Appends bytes, overwriting the oldest if there is no room. Doesn't allocate.</summary>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        Volatile.Write(ref _lastAppend, Environment.TickCount64);
        Interlocked.Add(ref _lines, bytes.Count((byte)'\n'));
        var taken = false;
        try
        {
            _lock.Enter(ref taken);
            _written += bytes.Length;
            var kept = bytes[Math.Max(0, bytes.Length - _bytes.Length)..];
            var start = (int)((_written - kept.Length) % _bytes.Length);
            var beforeEnd = Math.Min(kept.Length, _bytes.Length - start);
            kept[..beforeEnd].CopyTo(_bytes.AsSpan(start));
            kept[beforeEnd..].CopyTo(_bytes);
        }
        finally
        {
            if (taken)
                _lock.Exit();
        }
    }

    /// <summary>The last lines, oldest first, separated by <c>\n</c>; bytes that are not UTF-8 are replaced.</summary>
    /// <param name="count">How many lines at most, 1 or more.</param>
    public string LastLines(int count)
    {
        var bytes = Copy(out var isWhole);
        var text = Encoding.UTF8.GetString(bytes);
        // The start of the first line has been overwritten, unless a single line fills the ring.
        if (!isWhole && text.IndexOf('\n') is var end and >= 0 && end < text.Length - 1)
            text = text[(end + 1)..];

        var lines = text.Split('\n').Select(line => line.TrimEnd('\r')).ToList();
        if (lines[^1].Length == 0)
            lines.RemoveAt(lines.Count - 1);
        return string.Join('\n', lines.TakeLast(count));
    }

    private byte[] Copy(out bool isWhole)
    {
        var copy = new byte[_bytes.Length];
        long written;
        var taken = false;
        try
        {
            _lock.Enter(ref taken);
            written = _written;
            _bytes.CopyTo(copy, 0);
        }
        finally
        {
            if (taken)
                _lock.Exit();
        }

        isWhole = written <= copy.Length;
        var start = (int)(written % copy.Length);
        return isWhole ? copy[..(int)written] : [.. copy[start..], .. copy[..start]];
    }
}
