using System.Text;
using System.Text.RegularExpressions;

namespace HttpPerf.Requests;

/// <summary>
/// Reads a <c>.http</c> file line by line. Syntax that it doesn't know is an error: otherwise a request could be measured that isn't the
/// one that the editor sends.
/// </summary>
/// <remarks>learn.microsoft.com/aspnet/core/test/http-files; the format comes from the REST Client of Visual Studio Code.</remarks>
internal sealed partial class HttpFileReader(string path, string text)
{
    private static readonly string[] Methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"];

    private readonly string _file = Path.GetFileName(path);
    private readonly string _folder = Path.GetDirectoryName(path) ?? "";
    private readonly string[] _lines = [.. BlankHandlers(text.ReplaceLineEndings("\n").TrimStart('\uFEFF').Split('\n'), path)];
    private readonly Dictionary<string, Template> _variables = [];
    private int _next;

    private string Line => _lines[_next];

    private FileLine Here => new(_file, _next + 1);

    private bool IsAtEnd => _next == _lines.Length || Line.StartsWith("###", StringComparison.Ordinal);

    public List<HttpFileRequest> Read()
    {
        var requests = new List<HttpFileRequest>();
        var title = "";
        while (_next < _lines.Length)
        {
            if (IsAtEnd)
            {
                title = Line.Trim('#', ' ', '\t');
                _next++;
            }
            else if (ReadRequest(title) is { } request)
            {
                requests.Add(request);
            }
        }

        return requests;
    }

    /// <summary>
    /// Blanks what JetBrains' IDEs do with an answer: scripts that check it, and files that keep it. It doesn't change the request, and a
    /// variable that only such a script sets has no value here, which is an error of its own.
    /// </summary>
    private static IEnumerable<string> BlankHandlers(string[] lines, string path)
    {
        int? script = null;
        for (var i = 0; i < lines.Length; i++)
        {
            var isHandler = script is not null || Handler().IsMatch(lines[i]);
            if (Handler().Match(lines[i]).Groups["script"].Success)
                script ??= i;
            if (lines[i].Contains("%}", StringComparison.Ordinal))
                script = null;
            yield return isHandler ? "" : lines[i];
        }

        if (script is { } first)
            throw new FileLine(Path.GetFileName(path), first + 1).Error("The script that begins here has no end, %}");
    }

    /// <summary>Up to the next separator; null if there is none before it.</summary>
    private HttpFileRequest? ReadRequest(string title)
    {
        var comments = new RequestComments();
        for (; !IsAtEnd; _next++)
        {
            if (IsComment(Line))
                comments.Read(Line, Here);
            else if (Line.StartsWith('@'))
                ReadVariable();
            else if (!string.IsNullOrWhiteSpace(Line))
                return ReadRequest(title, comments);
        }

        comments.RefuseWithoutRequest();
        return null;
    }

    private HttpFileRequest ReadRequest(string title, RequestComments comments)
    {
        var place = Here;
        var (method, url, version) = ReadRequestLine();
        var headers = ReadHeaders(comments);
        var body = ReadBody(method, headers);
        return new(place, comments.Name, title, method, url, version, headers, body, _variables.ToDictionary(), comments.ToDirectives());
    }

    private void ReadVariable()
    {
        var match = Variable().Match(Line);
        if (!match.Success)
            throw Here.Error($"\"{Line.Trim()}\" defines no variable. Write @name = value");
        _variables[match.Groups["name"].Value] = Template.Parse(match.Groups["value"].Value.Trim(), Here);
    }

    private (string Method, Template Url, Version? Version) ReadRequestLine()
    {
        var place = Here;
        RefuseScript();
        var line = Line.Trim();
        _next++;
        // A long query may go on in lines of its own.
        for (; !IsAtEnd && Line.TrimStart() is ['?' or '&', ..]; _next++)
            line += Line.Trim();

        var match = RequestLine().Match(line);
        var method = match.Groups["method"].Value;
        if (method.Length == 0)
            method = "GET";
        else if (!Methods.Contains(method, StringComparer.OrdinalIgnoreCase))
            throw place.Error(
                $"\"{method}\" is neither a variable, a comment nor a method of HTTP. The methods are {string.Join(", ", Methods)}.");
        var version = match.Groups["version"] is { Success: true, Value: var number }
            ? ParseVersion(number, place)
            : null;
        return (method.ToUpperInvariant(), Template.Parse(match.Groups["url"].Value, place), version);
    }

    private static Version ParseVersion(string number, FileLine place) => number switch
    {
        "1.0" => new(1, 0),
        "1.1" => new(1, 1),
        "2" or "2.0" => new(2, 0),
        "3" or "3.0" => new(3, 0),
        _ => throw place.Error($"HTTP/{number} is no version of HTTP. Write HTTP/1.1, HTTP/2 or HTTP/3, or leave it out."),
    };

    private List<KeyValuePair<string, Template>> ReadHeaders(RequestComments comments)
    {
        var headers = new List<KeyValuePair<string, Template>>();
        for (; !IsAtEnd && !string.IsNullOrWhiteSpace(Line); _next++)
        {
            if (IsComment(Line))
            {
                comments.Read(Line, Here);
                continue;
            }

            RefuseScript();
            var match = Header().Match(Line);
            if (!match.Success)
                throw Here.Error(
                    $"\"{Line.Trim()}\" is no header. Write Name: value. An empty line comes before a body, and ### before the next "
                    + "request.");
            headers.Add(new(match.Groups["name"].Value, Template.Parse(match.Groups["value"].Value.Trim(), Here)));
        }

        return headers;
    }

    private List<BodyPart> ReadBody(string method, List<KeyValuePair<string, Template>> headers)
    {
        var start = _next;
        while (!IsAtEnd)
            _next++;
        var end = _next;
        var lines = Enumerable.Range(start, end - start).SkipWhile(line => IsBlank(line) || IsComment(_lines[line])).ToList();
        RemoveEnd(lines);
        if (lines.Count == 0)
            return [];

        var type = headers.FirstOrDefault(h => h.Key.Equals("Content-Type", StringComparison.OrdinalIgnoreCase)).Value?.Text ?? "";
        // In other texts, such a line may be content.
        if (type.Contains("json", StringComparison.OrdinalIgnoreCase))
            lines.RemoveAll(line => IsComment(_lines[line]));
        if (method is "GET" or "HEAD" or "DELETE" && RequestLine().Match(_lines[lines[0]].Trim()).Groups["method"].Success
            && Methods.Contains(_lines[lines[0]].Trim().Split(' ')[0]))
            throw At(lines[0]).Error("Another request begins here. Write ### between two requests.");
        return ToParts(lines, type);
    }

    private bool IsBlank(int line) => string.IsNullOrWhiteSpace(_lines[line]);

    private FileLine At(int line) => new(_file, line + 1);

    /// <summary>Empty lines, comments behind them, and notes of an IDE on earlier answers.</summary>
    private void RemoveEnd(List<int> lines)
    {
        while (true)
        {
            while (lines.Count > 0 && IsBlank(lines[^1]))
                lines.RemoveAt(lines.Count - 1);
            var block = lines.FindLastIndex(IsBlank) + 1;
            if (lines.Count == 0 || !lines[block..].TrueForAll(line => IsNote(_lines[line])))
                return;
            lines.RemoveRange(block, lines.Count - block);
        }
    }

    private List<BodyPart> ToParts(List<int> lines, string type)
    {
        var newLine = type.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase) ? "\r\n" : "\n";
        var isForm = type.StartsWith("application/x-www-form-urlencoded", StringComparison.OrdinalIgnoreCase);
        var (parts, text, first) = (new List<BodyPart>(), new StringBuilder(), lines[0]);
        foreach (var line in lines)
        {
            _next = line;
            RefuseScript();
            var file = IncludedFile().Match(_lines[line]);
            if (line != lines[0] && !(isForm && _lines[line] is ['&', ..]))
                text.Append(newLine);
            if (file.Success && !isForm)
            {
                EndText();
                parts.Add(ReadFile(file));
                first = line + 1;
            }
            else
            {
                text.Append(_lines[line]);
            }
        }

        EndText();
        _next = lines[^1] + 1;
        while (!IsAtEnd)
            _next++;
        return parts;

        void EndText()
        {
            if (text.Length > 0)
                parts.Add(new(Template.Parse(text.ToString(), At(first)), null, Encoding.UTF8));
            text.Clear();
        }
    }

    private BodyPart ReadFile(Match included)
    {
        var file = Path.GetFullPath(included.Groups["path"].Value.Trim(), _folder);
        if (!File.Exists(file))
            throw Here.Error($"{included.Groups["path"].Value.Trim()} does not exist in {_folder}.");
        if (!included.Groups["template"].Success)
            return new(null, file, Encoding.UTF8);
        var encoding = FindEncoding(included.Groups["encoding"].Value);
        return new(Template.Parse(File.ReadAllText(file, encoding), new(Path.GetFileName(file), 1)), null, encoding);
    }

    private Encoding FindEncoding(string name)
    {
        try
        {
            return name.Length == 0 ? Encoding.UTF8 : Encoding.GetEncoding(name);
        }
        catch (ArgumentException)
        {
            throw Here.Error($"\"{name}\" is no encoding. Write <@ and a space before the path, e.g. <@ ./order.json");
        }
    }

    private void RefuseScript()
    {
        if (Script().IsMatch(Line))
            throw Here.Error(
                $"\"{Line.Trim()}\" is a script. It may change the request, and isn't run here. Define its variables as @name = value.");
    }

    private static bool IsNote(string line) => IsComment(line) || line.StartsWith("<> ", StringComparison.Ordinal);

    private static bool IsComment(string line) =>
        line.TrimStart() is var start && (start.StartsWith('#') || start.StartsWith("//", StringComparison.Ordinal));

    [GeneratedRegex(@"^@(?<name>[^\s=]+)\s*=(?<value>.*)$")]
    private static partial Regex Variable();

    [GeneratedRegex(@"^(?:(?<method>[A-Za-z]+)\s+)?(?<url>\S.*?)(?:\s+HTTP/(?<version>\S+))?$")]
    private static partial Regex RequestLine();

    [GeneratedRegex(@"^\s*(?<name>[^\s:{}]+)\s*:(?<value>.*)$")]
    private static partial Regex Header();

    [GeneratedRegex(@"^<(?<template>@(?<encoding>[\w-]*))?\s+(?<path>\S.*)$")]
    private static partial Regex IncludedFile();

    [GeneratedRegex(@"^<\s*\{%")]
    private static partial Regex Script();

    [GeneratedRegex(@"^(?:>\s*(?<script>\{%)|>\s+\S+\.js\b|>>!?\s)")]
    private static partial Regex Handler();
}
