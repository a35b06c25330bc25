namespace HttpPerf.Checking;

/// <summary>The body of a response whose beginning has been read before its reader, who still gets all of it.</summary>
internal sealed class PeekedBody : Stream
{
    private readonly HttpContent _content;
    private readonly Stream _body;
    private readonly byte[] _start = new byte[64 * 1024];
    private readonly Task _filling;

    private volatile int _length;
    private volatile bool _isStopped;
    private int _position;

    private PeekedBody(HttpContent content)
    {
        _content = content;
        _body = content.ReadAsStream();
        _filling = Fill();
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Takes the place of a response's body, and reads the first 64 KB.</summary>
    /// <param name="response">The response, whose body nobody has read yet.</param>
    /// <param name="timeout">How long to wait for them.</param>
    /// <returns>The first 64 KB, or all if it is less; null if they were not received in time.</returns>
    public static Stream? Peek(HttpResponseMessage response, TimeSpan timeout)
    {
        var original = response.Content;
        var body = new PeekedBody(original);
        response.Content = new StreamContent(body);
        foreach (var (name, values) in original.Headers.NonValidated)
            response.Content.Headers.TryAddWithoutValidation(name, values);

        var isReceived = body._filling.Wait(timeout);
        // A read that has begun goes on: canceling it would close the connection.
        body._isStopped = true;
        return isReceived ? new MemoryStream(body._start, 0, body._length, writable: false) : null;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (Take(buffer) is > 0 and var taken)
            return taken;
        _filling.GetAwaiter().GetResult();
        return Take(buffer) is > 0 and var late ? late : _body.Read(buffer);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (Take(buffer.Span) is > 0 and var taken)
            return taken;
        await _filling.WaitAsync(cancellationToken).ConfigureAwait(false);
        return Take(buffer.Span) is > 0 and var late ? late : await _body.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _content.Dispose();
        base.Dispose(disposing);
    }

    private async Task Fill()
    {
        while (_length < _start.Length && !_isStopped
            && await _body.ReadAsync(_start.AsMemory(_length)).ConfigureAwait(false) is > 0 and var read)
            _length += read;
    }

    private int Take(Span<byte> buffer)
    {
        var taken = Math.Min(buffer.Length, _length - _position);
        _start.AsSpan(_position, taken).CopyTo(buffer);
        _position += taken;
        return taken;
    }
}
