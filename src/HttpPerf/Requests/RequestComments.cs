using System.Globalization;
using System.Text.RegularExpressions;

namespace HttpPerf.Requests;

/// <summary>The comments above a request. Those that begin with <c>@</c> mean something.</summary>
internal sealed partial class RequestComments
{
    private readonly List<string> _categories = [];
    private readonly List<string> _needed = [];
    private int? _expected;
    private bool _followsRedirects = true;
    private bool _isMeasured = true;
    private FileLine? _last;

    public string? Name { get; private set; }

    public void Read(string line, FileLine place)
    {
        var match = Directive().Match(line);
        if (!match.Success)
            return;
        _last = place;
        var (directive, value) = (match.Groups["name"].Value, match.Groups["value"].Value.Trim());
        switch (directive)
        {
            case "name":
                Name = Require(value, "list-todos");
                if (Name.Contains('.', StringComparison.Ordinal))
                    throw place.Error($"The name {Name} has a dot, which separates it from a part of its answer. Leave the dot out.");
                break;
            case "category":
                _categories.Add(Require(value, "Todos"));
                break;
            case "ref":
                _needed.Add(Require(value, "login"));
                break;
            case "expect":
                _expected = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var status)
                    && status is >= 200 and < 600
                    ? status
                    : throw place.Error($"\"{value}\" is no status. Write the one that the API answers with, e.g. # @expect 404");
                break;
            case "no-redirect":
                _followsRedirects = false;
                break;
            case "skip":
                _isMeasured = false;
                break;
            // They concern only the editor's window.
            case "no-log" or "note":
                break;
            default:
                throw place.Error(
                    $"@{directive} is not known. Known are name, category, expect, ref, skip, no-redirect, no-log and note. If it is part "
                    + "of a comment, write a word before it.");
        }

        string Require(string text, string example) => text.Length > 0
            ? text
            : throw place.Error($"@{directive} says nothing. Write e.g. # @{directive} {example}");
    }

    public Directives ToDirectives() => new(_expected, _categories, _needed, _followsRedirects, _isMeasured);

    /// <exception cref="BenchmarkDeclarationException">They mean something, but no request follows.</exception>
    public void RefuseWithoutRequest()
    {
        if (_last is { } place)
            throw place.Error("No request follows this line before the end of its section. ### ends a section.");
    }

    [GeneratedRegex(@"^\s*(?:#+|//+)\s*@(?<name>[\w-]+)(?<value>.*)$")]
    private static partial Regex Directive();
}
