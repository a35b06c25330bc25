using System.Collections;
using System.Text.Json;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Accepting;

/// <summary>
/// The entries of a <c>thresholds.json</c> while its text is edited. An edit reads one entry anew and moves those behind it, so that
/// thousands of new limits don't each read the whole file.
/// </summary>
/// <param name="benchmarks">The object that holds them.</param>
internal sealed class EntryList(JsonMember benchmarks) : IReadOnlyList<JsonMember>
{
    /// <summary>As they were read.</summary>
    private readonly List<JsonMember> _read = [.. benchmarks.Members];

    /// <summary>By how many bytes each has moved since.</summary>
    private readonly List<int> _moved = [.. benchmarks.Members.Select(_ => 0)];

    private int _end = benchmarks.End;

    public int Count => _read.Count;

    public JsonMember this[int index] => _read[index].MovedBy(_moved[index]);

    public JsonMember? Find(string name) => At(_read.FindIndex(entry => entry.Name == name));

    public JsonMember? FindLast(Predicate<string> name) => At(_read.FindLastIndex(entry => name(entry.Name)));

    public IEnumerator<JsonMember> GetEnumerator() => Enumerable.Range(0, Count).Select(i => this[i]).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Follows an edit.</summary>
    /// <param name="text">The text after it.</param>
    /// <param name="start">Where the replaced text began.</param>
    /// <param name="end">Where it ended.</param>
    /// <param name="growth">By how many bytes the text has grown.</param>
    /// <returns>Whether the entries are known. If not, the whole text has to be read: it is malformed until another edit.</returns>
    public bool Follow(byte[] text, int start, int end, int growth)
    {
        var index = Enumerable.Range(0, Count).LastOrDefault(i => StartOf(i) <= start, -1);
        var isLast = index == Count - 1;
        if (index < 0 || end > (isLast ? _end - 1 : StartOf(index + 1)))
            return false;
        var (from, to) = (StartOf(index), (isLast ? _end - 1 : StartOf(index + 1)) + growth);
        if (Read(text, from, to, isLast) is not { Count: > 0 } read)
            return false;

        read[0] = read[0] with { Gap = this[index].Gap };
        // The position of the next entry tells where the gap before it begins.
        for (var i = index + 1; i < Count; i++)
            _moved[i] += growth;
        _end += growth;
        if (!isLast)
        {
            _read[index + 1] = this[index + 1] with { Gap = read[^1].Gap };
            _moved[index + 1] = 0;
            read.RemoveAt(read.Count - 1);
        }

        _read.RemoveAt(index);
        _moved.RemoveAt(index);
        _read.InsertRange(index, read);
        _moved.InsertRange(index, read.Select(_ => 0));
        return true;
    }

    /// <summary>The entries in a part of the text, and one with no name for the next.</summary>
    private static List<JsonMember>? Read(byte[] text, int from, int to, bool isLast)
    {
        try
        {
            return [.. JsonMember.Parse([(byte)'{', .. text.AsSpan(from, to - from), .. isLast ? "}"u8 : "\"\":0}"u8], from - 1).Members];
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private JsonMember? At(int index) => index < 0 ? null : this[index];

    private int StartOf(int index) => _read[index].Start + _moved[index];
}
