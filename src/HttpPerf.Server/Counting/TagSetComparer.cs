using Tag = System.Collections.Generic.KeyValuePair<string, object?>;

namespace HttpPerf.Counting;

/// <summary>Compares tag sets, including their order. Lookups take a span, so that counting doesn't allocate.</summary>
internal sealed class TagSetComparer : IEqualityComparer<Tag[]>, IAlternateEqualityComparer<ReadOnlySpan<Tag>, Tag[]>
{
    public static readonly TagSetComparer Instance = new();

    public Tag[] Create(ReadOnlySpan<Tag> tags) => tags.ToArray();

    public bool Equals(Tag[]? x, Tag[]? y) => x is null || y is null ? x == y : Equals(x.AsSpan(), y);

    public bool Equals(ReadOnlySpan<Tag> tags, Tag[] other)
    {
        if (tags.Length != other.Length)
            return false;

        for (var i = 0; i < other.Length; i++)
        {
            if (tags[i].Key != other[i].Key || !Equals(tags[i].Value, other[i].Value))
                return false;
        }

        return true;
    }

    public int GetHashCode(Tag[] tags) => GetHashCode(tags.AsSpan());

    public int GetHashCode(ReadOnlySpan<Tag> tags)
    {
        var hash = default(HashCode);
        foreach (var (key, value) in tags)
        {
            hash.Add(key);
            hash.Add(value);
        }

        return hash.ToHashCode();
    }
}
