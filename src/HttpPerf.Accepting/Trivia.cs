namespace HttpPerf.Accepting;

internal enum TriviaKind
{
    Space,
    LineBreak,
    Comma,

    /// <summary>Ends itself.</summary>
    BlockComment,

    /// <summary>Is ended by the line.</summary>
    LineComment,
}

/// <summary>The text between the values and names of a JSON text.</summary>
/// <param name="Kind">Its kind.</param>
/// <param name="Start">Its first byte.</param>
/// <param name="End">After its last byte.</param>
internal readonly record struct Trivia(TriviaKind Kind, int Start, int End)
{
    public bool IsComment => Kind is TriviaKind.BlockComment or TriviaKind.LineComment;

    /// <summary>All up to the next name, value or brace of a well-formed text.</summary>
    public static List<Trivia> Read(ReadOnlySpan<byte> text, int start)
    {
        var read = new List<Trivia>();
        while (start < text.Length && Next(text[start..]) is var (kind, length))
        {
            read.Add(new(kind, start, start + length));
            start += length;
        }

        return read;
    }

    private static (TriviaKind Kind, int Length)? Next(ReadOnlySpan<byte> text) => text switch
    {
        [(byte)' ' or (byte)'\t', ..] => (TriviaKind.Space, LengthUntil(text.IndexOfAnyExcept((byte)' ', (byte)'\t'), text)),
        [(byte)'\r', (byte)'\n', ..] => (TriviaKind.LineBreak, 2),
        [(byte)'\r' or (byte)'\n', ..] => (TriviaKind.LineBreak, 1),
        [(byte)',', ..] => (TriviaKind.Comma, 1),
        [(byte)'/', (byte)'/', ..] => (TriviaKind.LineComment, LengthUntil(text.IndexOfAny((byte)'\r', (byte)'\n'), text)),
        [(byte)'/', (byte)'*', ..] => (TriviaKind.BlockComment, text[2..].IndexOf("*/"u8) + 4),
        _ => null,
    };

    private static int LengthUntil(int index, ReadOnlySpan<byte> text) => index < 0 ? text.Length : index;
}
