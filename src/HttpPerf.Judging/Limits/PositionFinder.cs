using System.Text;

namespace HttpPerf.Judging.Limits;

/// <summary>Turns byte offsets into lines and columns.</summary>
internal sealed class PositionFinder(ReadOnlyMemory<byte> text)
{
    // Offsets come in ascending order. Continuing from the last one keeps the time linear, even for a file of one huge line.
    private int _offset;
    private Position _last = new(1, 1);

    public Position At(long offset)
    {
        var target = (int)Math.Min(offset, text.Length);
        if (target < _offset)
            (_offset, _last) = (0, new Position(1, 1));

        var passed = text.Span[_offset..target];
        var lines = passed.Count((byte)'\n');
        var column = lines == 0 ? _last.Column : 1;
        _last = new Position(_last.Line + lines, column + Encoding.UTF8.GetCharCount(passed[(passed.LastIndexOf((byte)'\n') + 1)..]));
        _offset = target;
        return _last;
    }

    /// <summary>The position that a JSON reader reports: lines and bytes, both from 0.</summary>
    public Position At(long line, long byteInLine)
    {
        var start = 0;
        for (var i = 0L; i < line && text.Span[start..].IndexOf((byte)'\n') is >= 0 and var end; i++)
            start += end + 1;
        return At(start + byteInLine);
    }
}
