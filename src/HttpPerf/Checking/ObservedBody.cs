using System.Net;

namespace HttpPerf.Checking;

/// <summary>The body of a response. Passes everything through, and records whether anything is read.</summary>
/// <param name="body">The body.</param>
/// <param name="onRead">Receives how many bytes are read; null for nobody.</param>
internal sealed class ObservedBody(Stream body, Action<int>? onRead = null) : Stream
{
    private volatile bool _isRead;

    public bool IsRead => _isRead;

    public override bool CanRead => body.CanRead;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Takes the place of a response's body. Null if there is none, or if the response is an error or a redirect.</summary>
    /// <param name="response">The response.</param>
    /// <param name="onRead">Receives how many bytes are read; null for nobody.</param>
    public static ObservedBody? Replace(HttpResponseMessage response, Action<int>? onRead = null)
    {
        if (response is not
            {
                IsSuccessStatusCode: true,
                StatusCode: not HttpStatusCode.NoContent,
                Content: { Headers.ContentLength: not 0 } original,
                RequestMessage: { } request,
            }
            || request.Method == HttpMethod.Head || request.Method == HttpMethod.Connect)
            return null;

        var body = new ObservedBody(original.ReadAsStream(), onRead);
        response.Content = new StreamContent(body);
        foreach (var (name, values) in original.Headers.NonValidated)
            response.Content.Headers.TryAddWithoutValidation(name, values);
        return body;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer) => Note(body.Read(buffer));

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _isRead = true;
        return Note(await body.ReadAsync(buffer, cancellationToken).ConfigureAwait(false));
    }

    public override void Flush() => body.Flush();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private int Note(int count)
    {
        _isRead = true;
        onRead?.Invoke(count);
        return count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            body.Dispose();
        base.Dispose(disposing);
    }
}
