namespace HttpPerf.Requests;

/// <summary>A text with references, e.g. <c>{{host}}/todos/{{id}}</c>.</summary>
internal sealed class Template
{
    private const string Opening = "{{";
    private const string Closing = "}}";

    private Template(string text, FileLine place, IReadOnlyList<Part> parts)
    {
        Text = text;
        Place = place;
        Parts = parts;
    }

    /// <summary>As the file has it.</summary>
    public string Text { get; }

    public FileLine Place { get; }

    public IReadOnlyList<Part> Parts { get; }

    public IEnumerable<string> References => Parts.Select(part => part.Reference).OfType<string>();

    /// <exception cref="BenchmarkDeclarationException">A reference is not closed, or it is empty.</exception>
    public static Template Parse(string text, FileLine place)
    {
        var parts = new List<Part>();
        var position = 0;
        while (text.IndexOf(Opening, position, StringComparison.Ordinal) is >= 0 and var start)
        {
            if (start > position)
                parts.Add(new(text[position..start], null));
            var end = text.IndexOf(Closing, start, StringComparison.Ordinal);
            if (end < 0)
                throw place.Error($"\"{text[start..]}\" is not closed. Write {Closing} after the name of the variable.");
            var reference = text[(start + Opening.Length)..end].Trim();
            if (reference.Length == 0)
                throw place.Error($"{Opening}{Closing} names no variable.");
            parts.Add(new(null, reference));
            position = end + Closing.Length;
        }

        if (position < text.Length)
            parts.Add(new(text[position..], null));
        return new(text, place, parts);
    }

    public string Render(Func<string, FileLine, string> resolve) => Parts switch
    {
        [] => "",
        [{ Literal: { } literal }] => literal,
        _ => string.Concat(Parts.Select(part => part.Literal ?? resolve(part.Reference!, Place))),
    };

    public override string ToString() => Text;

    /// <summary>Exactly one of both is not null.</summary>
    internal readonly record struct Part(string? Literal, string? Reference);
}
