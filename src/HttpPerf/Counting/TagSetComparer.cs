using Tag = System.Collections.Generic.KeyValuePair<string, object?>;

namespace HttpPerf.Counting;

/// <summary>Compares sets of tags, whatever their order; a set is looked up by its span, so that counting doesn't allocate.</summary>
internal sealed class TagSetComparer : IEqualityComparer<Tag[]>, IAlternateEqualityComparer<ReadOnlySpan<Tag>, Tag[]>
{
    public static readonly TagSetComparer Instance = new();

    public Tag[] Create(ReadOnlySpan<Tag> tags) => tags.ToArray();

    public bool Equals(Tag[]? x, Tag[]? y) => x is null || y is null ? x == y : Equals(x.AsSpan(), y);

    public bool Equals(ReadOnlySpan<Tag> tags, Tag[] other)
    {
        if (tags.Length != other.Length)
            return false;

        foreach (var tag in tags)
        {
            if (!Contains(other, tag))
                return false;
        }

        return true;
    }

    public int GetHashCode(Tag[] tags) => GetHashCode(tags.AsSpan());

    public int GetHashCode(ReadOnlySpan<Tag> tags)
    {
        var sum = 0;
        foreach (var tag in tags)
            sum += HashCode.Combine(tag.Key, tag.Value);
        return sum;
    }

    private static bool Contains(Tag[] tags, Tag sought)
    {
        foreach (var tag in tags)
        {
            if (tag.Key == sought.Key && Equals(tag.Value, sought.Value))
                return true;
        }

        return false;
    }
}
