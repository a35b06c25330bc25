namespace HttpPerf.Hosting.Child;

/// <summary>
/// Reads one output stream of a server as bytes, into a buffer that is allocated once. Strings would be counted as allocations of the
/// clients that are measured in this process.
/// </summary>
internal sealed class OutputReader
{
    /// <summary>The longest line that is kept in one piece, in bytes.</summary>
    public const int LongestLine = 16 * 1024;

    private readonly byte[] _buffer = new byte[LongestLine];
    private readonly Stream _from;
    private readonly OutputRing _to;
    private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <param name="from">Read until its end, then disposed.</param>
    /// <param name="to">Receives complete lines, so that lines of two streams are not mixed up.</param>
    public OutputReader(Stream from, OutputRing to) => (_from, _to) = (from, to);

    /// <summary>Completes when the stream has ended.</summary>
    public Task End => _end.Task;

    /// <summary>Reads on a dedicated thread, which neither depends on a busy thread pool nor adds work to a measured one.</summary>
    public void Start() => new Thread(Read) { IsBackground = true, Name = "HttpPerf server output" }.UnsafeStart();

    /// <summary>Reads until the stream ends, without allocating.</summary>
    public void Read()
    {
        using (_from)
        {
            var pending = 0;
            while (ReadInto(_buffer.AsSpan(pending)) is > 0 and var read)
                pending = Forward(pending + read);

            if (pending > 0)
                AppendLine(pending);
        }

        _end.SetResult();
    }

    private int ReadInto(Span<byte> free)
    {
        try
        {
            return _from.Read(free);
        }
        catch (IOException)
        {
            // The pipe broke, which ends the output too.
            return 0;
        }
    }

    // Returns the number of bytes that remain: the start of an unfinished line.
    private int Forward(int filled)
    {
        var whole = _buffer.AsSpan(0, filled).LastIndexOf((byte)'\n') + 1;
        if (whole == 0 && filled == _buffer.Length)
        {
            AppendLine(filled);
            return 0;
        }

        _to.Append(_buffer.AsSpan(0, whole));
        _buffer.AsSpan(whole, filled - whole).CopyTo(_buffer);
        return filled - whole;
    }

    private void AppendLine(int length)
    {
        _to.Append(_buffer.AsSpan(0, length));
        _to.Append("\n"u8);
    }
}
