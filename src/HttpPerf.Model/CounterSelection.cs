using HttpPerf.Counting;

namespace HttpPerf.Model;

/// <summary>A counter with all of its tags, or only with the given ones: <c>my.counter{color=red,size=2}</c>.</summary>
internal sealed class CounterSelection
{
    private const string Example = "\"my.counter\" or \"my.counter{color=red,size=2}\"";

    private CounterSelection(string name, SortedDictionary<string, string> tags) => (Name, Tags) = (name, tags);

    public string Name { get; }

    /// <summary>The required values by tag name; empty to select all readings.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; }

    /// <param name="text">
    /// Spaces around names and values, and the order of tags, don't matter. A value may contain commas inside braces, as routes do.
    /// </param>
    /// <exception cref="FormatException">
    /// The text is not a selection. The message continues a sentence that starts with the quoted text.
    /// </exception>
    public static CounterSelection Parse(string text)
    {
        var open = text.IndexOf('{', StringComparison.Ordinal);
        var name = (open < 0 ? text : text[..open]).Trim();
        var tags = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var tag in open < 0 ? [] : Split(text[open..].TrimEnd()))
        {
            if (tag.Split('=', 2, StringSplitOptions.TrimEntries) is not [{ Length: > 0 } key, var value])
                throw new FormatException($"has a tag without a name and \"=\". Write {Example}.");
            if (!tags.TryAdd(key, value))
                throw new FormatException("names a tag twice. Keep one of them.");
        }

        return name.Length == 0 ? throw new FormatException($"names no counter. Write {Example}.")
            : name.Contains('}', StringComparison.Ordinal) ? throw Unbalanced()
            : new CounterSelection(name, tags);
    }

    /// <summary>A counter with all of its tags.</summary>
    /// <param name="name">Its name; it may contain braces.</param>
    public static CounterSelection AllOf(string name) => new(name, []);

    public bool Selects(CounterReading reading) =>
        reading.Name == Name && Tags.All(tag => reading.Tags.TryGetValue(tag.Key, out var value) && value == tag.Value);

    /// <summary>The tags in braces, sorted by name; empty if there are none.</summary>
    public static string Show(IReadOnlyDictionary<string, string> tags) => tags.Count == 0
        ? ""
        : $"{{{string.Join(',', tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}={tag.Value}"))}}}";

    /// <summary>The canonical form.</summary>
    public override string ToString() => Name + Show(Tags);

    /// <summary>The text between the outer braces, split at the commas that are not inside inner braces.</summary>
    private static List<string> Split(string braced)
    {
        var parts = new List<string>();
        int depth = 0, start = 1;
        for (var i = 0; i < braced.Length; i++)
        {
            depth += braced[i] == '{' ? 1 : braced[i] == '}' ? -1 : 0;
            if (depth == 0 && i < braced.Length - 1)
                throw Unbalanced();
            if (depth > 1 || (depth == 1 && braced[i] != ','))
                continue;
            parts.Add(braced[start..i]);
            start = i + 1;
        }

        return depth == 0 ? parts : throw Unbalanced();
    }

    private static FormatException Unbalanced() => new($"has braces that don't match. Write {Example}.");
}
