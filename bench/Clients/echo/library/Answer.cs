using System.Net;

namespace HttpPerf.EchoClients;

/// <summary>Reads an answer and compares it with what was sent. Nothing is allocated for it, whichever client it is for.</summary>
internal sealed class Answer(byte[] expected)
{
    // One byte more, which only an answer that is too long fills.
    private readonly byte[] _buffer = new byte[expected.Length + 1];

    public async Task CheckAsync(HttpStatusCode status, Stream stream)
    {
        if (status != HttpStatusCode.OK)
            throw new InvalidDataException($"The answer has status {(int)status}, not 200.");

        var length = 0;
        while (length < _buffer.Length
            && await stream.ReadAsync(_buffer, length, _buffer.Length - length).ConfigureAwait(false) is > 0 and var read)
            length += read;

        if (length != expected.Length)
            throw new InvalidDataException(
                $"The answer has {(length < expected.Length ? $"{length}" : "more")} bytes; {expected.Length} were sent.");
        if (!Equal(expected, _buffer, length))
            throw new InvalidDataException("The answer's bytes differ from those that were sent.");
    }

    // Eight bytes at a time: .NET Framework 4.6.1 has no SequenceEqual of spans, and byte by byte, 64 KB would take as long as the request.
    private static unsafe bool Equal(byte[] left, byte[] right, int length)
    {
        fixed (byte* l = left, r = right)
        {
            var i = 0;
            for (; i <= length - sizeof(long); i += sizeof(long))
            {
                if (*(long*)(l + i) != *(long*)(r + i))
                    return false;
            }

            for (; i < length; i++)
            {
                if (l[i] != r[i])
                    return false;
            }
        }

        return true;
    }
}
