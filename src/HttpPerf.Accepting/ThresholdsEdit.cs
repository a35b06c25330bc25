using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>
/// Changes the text of a <c>thresholds.json</c> where a limit stands, or is to stand. Everything else stays to the byte: comments, order,
/// indentation, line breaks and the format of numbers.
/// </summary>
/// <param name="text">UTF-8, perhaps with a byte order mark.</param>
internal sealed class ThresholdsEdit(byte[] text)
{
    /// <summary>Null before the text is read, and where it has to be read anew.</summary>
    private JsonMember? _benchmarks;

    /// <summary>The text as it is by now.</summary>
    public byte[] Text { get; private set; } = text;

    /// <summary>The entries' names.</summary>
    /// <exception cref="JsonException">The text is malformed.</exception>
    /// <exception cref="ResultsException">It isn't one of limits.</exception>
    public IReadOnlyList<string> Entries => [.. Benchmarks().Members.Select(member => member.Name)];

    /// <summary>Sets a limit, which is created with its entry and its section if there is none.</summary>
    /// <param name="entry">The entry's name.</param>
    /// <param name="path">The names that lead to the limit in the entry.</param>
    /// <param name="bounds">The bounds to set. A bound that is null stays as it is; amounts replace bounds, and bounds amounts.</param>
    /// <exception cref="JsonException">The text is malformed.</exception>
    /// <exception cref="ResultsException">It isn't one of limits.</exception>
    public void Set(string entry, IReadOnlyList<string> path, Bounds bounds)
    {
        // A number alone is a maximum, so the minimum makes it an object first.
        if (bounds.Min is { } min)
            Set([entry, .. path], "min", Written(min));
        if (bounds.Max is { } max)
            Set([entry, .. path], "max", Written(max));
        if (bounds.Amounts is { } amounts)
            Set([entry, .. path], "amounts", AmountsText.Json(amounts));
    }

    /// <summary>
    /// Says at the end of a limit's line where it comes from, in place of an earlier origin. Other comments stay; a line on which
    /// a block comment follows is left as it is.
    /// </summary>
    /// <param name="entry">The entry's name.</param>
    /// <param name="path">The names that lead to the limit, which exists, in the entry.</param>
    /// <param name="origin">Where it comes from.</param>
    public void Comment(string entry, IReadOnlyList<string> path, LimitOrigin origin)
    {
        var limit = path.Aggregate(Find(Benchmarks(), entry), (at, name) => at is null ? null : FindLike(at, name));
        if (limit is null)
            return;
        var length = Text.AsSpan(limit.NameEnd).IndexOfAny((byte)'\r', (byte)'\n');
        var end = length < 0 ? Text.Length : limit.NameEnd + length;
        var line = Raw(limit.NameEnd, end);
        var comment = CommentIn(line);
        if (LimitOrigin.Read(line) is { } before)
            Replace(limit.NameEnd, end, line.Replace($"{before}", $"{origin}", StringComparison.Ordinal));
        else if (comment is not "/*")
            Replace(limit.NameEnd, end, $"{line.TrimEnd()}{(comment is "//" ? ";" : " //")} {origin}");
    }

    /// <summary>
    /// Removes an entry with its line and the comment that ends it. Comments above it stay: they may be on the next entry too.
    /// </summary>
    /// <exception cref="JsonException">The text is malformed.</exception>
    /// <exception cref="ResultsException">It isn't one of limits, or has no such entry.</exception>
    public void Remove(string entry)
    {
        var member = Find(Benchmarks(), entry) ?? throw new ResultsException($"There is no entry {Quoted(entry)}.");
        var (before, after) = (new Gap(Text, member.Gap), new Gap(Text, member.End));
        if (after.IsFollowed)
        {
            var space = after.Line is [{ Kind: TriviaKind.Space } first, ..] ? first.End : after.AfterComma;
            Replace(member.Start, space, "");
            return;
        }

        // The line break before goes with the line. One that ends a comment has to stay if there is none after the entry.
        var start = before.Lead is [.., { Kind: TriviaKind.Space } space1] ? space1.Start : member.Start;
        if (before.LineBreak is { } lineBreak)
            start = after.EndsLine ? lineBreak.Start : lineBreak.End;
        Replace(start, after.EndsLine && after.Line.Count > 0 ? after.Line[^1].End : after.LastOfLine, "");
        // The last entry leaves the comma before it behind, unless its own was superfluous too.
        if (!after.HasComma && before.HasComma)
            Replace(before.AfterComma - 1, before.AfterComma, "");
    }

    private void Set(IReadOnlyList<string> path, string bound, string value)
    {
        var at = Benchmarks();
        var parent = at;
        for (var depth = 0; depth < path.Count; depth++)
        {
            // The same counter can be written in several ways, a case's name in one.
            var name = path[depth];
            var next = depth == 0 ? Find(at, name) : FindLike(at, name);
            if (next is null)
            {
                Insert(at, bound == "max" ? [.. path.Skip(depth)] : [.. path.Skip(depth), bound], value);
                return;
            }

            (parent, at) = (at, next);
            if (!at.IsObject && !(depth == path.Count - 1 && at.Type == JsonTokenType.Number))
                throw new ResultsException(
                    $"{Quoted(string.Join(" → ", path.Take(depth + 1)))} is not a limit. Correct it, and run the tests.");
        }

        if (at.Find(bound) is { } existing)
            Replace(existing.ValueStart, existing.End, value);
        else if (bound == "amounts" || at.Find("amounts") is not null)
            Replace(at.ValueStart, at.End, bound == "max" ? value : InlineObject(parent, $"{Quoted(bound)}{Colon(at)}{value}"));
        else if (at.IsObject)
            Insert(at, [bound], value);
        else if (bound == "max")
            Replace(at.ValueStart, at.End, value);
        else
            Replace(at.ValueStart, at.End, InlineObject(
                parent, $"\"min\"{Colon(at)}{value},{Space(at)}\"max\"{Colon(at)}{Raw(at.ValueStart, at.End)}"));
    }

    private static JsonMember? Find(JsonMember parent, string name) =>
        parent.Members is EntryList entries ? entries.Find(name) : parent.Find(name);

    private static JsonMember? FindLike(JsonMember parent, string name) =>
        parent.Find(name) ?? parent.Members.FirstOrDefault(member => Canonical(member.Name) == Canonical(name));

    /// <summary>How the first comment of a line begins; null without one.</summary>
    private static string? CommentIn(string line)
    {
        var isQuoted = false;
        for (var i = 0; i < line.Length; i++)
            if (line[i] == '"')
                isQuoted = !isQuoted;
            else if (line[i] == '\\')
                i++;
            else if (!isQuoted && line[i] == '/' && i + 1 < line.Length)
                return line.Substring(i, 2);
        return null;
    }

    private JsonMember Benchmarks() => _benchmarks ??=
        JsonMember.Parse(Text).Find("benchmarks") is { IsObject: true } benchmarks
            ? benchmarks with { Members = new EntryList(benchmarks) }
            : throw new ResultsException("""There is no object "benchmarks", which holds the limits. Add it, and run the tests.""");

    /// <summary>Adds a member, and objects around its value if there are several names.</summary>
    private void Insert(JsonMember parent, IReadOnlyList<string> names, string value)
    {
        if (parent.Members.Count == 0)
        {
            InsertFirst(parent, Member(parent, null, names, value));
            return;
        }

        var neighbour = parent.Name == "benchmarks" ? LastOfClass(parent, names[0]) : parent.Members[^1];
        InsertAfter(neighbour, neighbour.Start == parent.Members[0].Start, Member(parent, neighbour, names, value));
    }

    /// <summary>A case's limits stand beside those of its class.</summary>
    private static JsonMember LastOfClass(JsonMember benchmarks, string entry)
    {
        var method = entry.Split('(')[0];
        var className = method[..(method.LastIndexOf('.') + 1)];
        return ((EntryList)benchmarks.Members).FindLast(name => name.StartsWith(className, StringComparison.Ordinal))
            ?? benchmarks.Members[^1];
    }

    private string Member(JsonMember parent, JsonMember? neighbour, IReadOnlyList<string> names, string value)
    {
        var style = neighbour ?? parent;
        var isLikeNeighbour = names.Count > 1 && neighbour is { Members.Count: > 0 };
        var member = value;
        for (var depth = names.Count - 1; depth > 0; depth--)
        {
            member = $"{Quoted(names[depth])}{Colon(style)}{member}";
            member = depth == 1 && isLikeNeighbour
                ? $"{{{Lead(neighbour!.Members[0])}{member}{new Gap(Text, neighbour.Members[^1].End).LeadText}}}"
                : InlineObject(neighbour is { Members.Count: > 0 } ? neighbour : parent, member);
        }

        return $"{Quoted(names[0])}{(isLikeNeighbour ? RawColon(style) : Colon(style))}{member}";
    }

    private void InsertAfter(JsonMember neighbour, bool isFirst, string member)
    {
        var after = new Gap(Text, neighbour.End);
        if (after.IsFollowed)
        {
            var space = after.Line is [{ Kind: TriviaKind.Space } first, ..] ? Raw(first.Start, first.End) : "";
            Replace(after.AfterComma, after.AfterComma, $"{space}{member},");
            return;
        }

        var lead = Lead(neighbour);
        var isInline = !HasLineBreak(lead);
        if (isInline && isFirst)
            lead = Space(neighbour);
        if (isInline && after.LineComment is not null)
            lead = Raw(after.LineEnd!.Value.Start, after.LineEnd.Value.End) + IndentationAt(neighbour.Start);

        // A comment on the neighbour's line stays with it.
        if (after.HasComma)
            Replace(after.LastOfLine, after.LastOfLine, $"{lead}{member},");
        else if (after.LineComment is null)
            Replace(after.LastOfLine, after.LastOfLine, $",{lead}{member}");
        else
        {
            // First the comma, so that the text is never malformed.
            Replace(neighbour.End, neighbour.End, ",");
            Replace(after.LastOfLine + 1, after.LastOfLine + 1, $"{lead}{member}");
        }
    }

    /// <summary>Adds a member to an empty object, on a line of its own if the object has one.</summary>
    private void InsertFirst(JsonMember parent, string member)
    {
        var inside = Trivia.Read(Text, parent.ValueStart + 1);
        var at = inside.LastOrDefault(trivia => trivia.IsComment) is { End: > 0 } comment ? comment.End : parent.ValueStart + 1;
        var indentation = IndentationAt(parent.Start);
        var deeper = indentation + (indentation.Length > 0 ? indentation : "  ");
        var own = Lead(parent);
        if (inside.LastOrDefault(trivia => trivia.Kind == TriviaKind.LineBreak) is { End: > 0 } lineBreak)
            Replace(at, lineBreak.Start >= at ? at : parent.End - 1, $"{Raw(lineBreak.Start, lineBreak.End)}{deeper}{member}"
                + (lineBreak.Start >= at ? "" : " "));
        else if (HasLineBreak(own))
            Replace(at, parent.End - 1, $"{LineBreakOf(own)}{deeper}{member}{LineBreakOf(own)}{indentation}");
        else
            Replace(at, parent.End - 1, $"{Space(parent)}{member}{Space(parent)}");
    }

    private void Replace(int start, int end, string by)
    {
        var length = Text.Length;
        Text = [.. Text.AsSpan(0, start), .. Encoding.UTF8.GetBytes(by), .. Text.AsSpan(end)];
        if (_benchmarks?.Members is EntryList entries && !entries.Follow(Text, start, end, Text.Length - length))
            _benchmarks = null;
    }

    /// <summary>An object on one line, with as much space inside the braces as another has.</summary>
    private string InlineObject(JsonMember style, string content)
    {
        var space = style.Members.Count > 0 ? Lead(style.Members[0]) : Space(style);
        if (HasLineBreak(space))
            space = Space(style);
        return $"{{{space}{content}{space}}}";
    }

    private string Lead(JsonMember member) => new Gap(Text, member.Gap).LeadText;

    private string RawColon(JsonMember member) =>
        Raw(member.NameEnd, member.ValueStart) is var raw && raw.Trim() == ":" ? raw : ": ";

    private string Colon(JsonMember member) => RawColon(member) is var raw && HasLineBreak(raw) ? ": " : RawColon(member);

    /// <summary>The text before a value on the same line.</summary>
    private string Space(JsonMember member) => Colon(member).EndsWith(':') ? "" : " ";

    private string IndentationAt(int place)
    {
        var line = Text.AsSpan(0, place);
        line = line[(line.LastIndexOfAny((byte)'\r', (byte)'\n') + 1)..];
        var end = line.IndexOfAnyExcept((byte)' ', (byte)'\t');
        return Encoding.UTF8.GetString(end < 0 ? line : line[..end]);
    }

    private string Raw(int start, int end) => Encoding.UTF8.GetString(Text, start, end - start);

    private static bool HasLineBreak(string text) => text.AsSpan().ContainsAny('\r', '\n');

    private static string LineBreakOf(string lead) => lead.TrimEnd(' ', '\t');

    private static string Written(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    private static string Quoted(string name) => $"\"{JsonEncodedText.Encode(name, JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";

    /// <summary>Spaces around a counter's name, tags and values, and the order of its tags, don't matter.</summary>
    internal static string Canonical(string counter)
    {
        var parts = counter.Split('{', 2);
        var inner = parts.Length > 1 && parts[1].TrimEnd() is [.. var tags, '}'] ? tags : "";
        var sorted = inner.Split(',')
            .Select(tag => string.Join('=', tag.Split('=', 2, StringSplitOptions.TrimEntries)))
            .Order(StringComparer.Ordinal);
        return $"{parts[0].Trim()}{{{string.Join(',', sorted)}";
    }
}
