using System.Text;
using System.Text.RegularExpressions;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Ways in which a file goes wrong: bytes that are lost or added, and JSON of another shape.</summary>
internal static partial class Mutations
{
    private static readonly string[] Fragments =
    [
        "{", "}", "[", "]", ",", ":", "\"", "\"\"", "\\", "\\ud800", "\\u0000", "/*", "*/", "//", "\n", "\r\n", "\r",
        "\0", "\uFEFF", "\u2028", "😀",
        "null",
        "true",
        "NaN",
        "Infinity",
        "-",
        "+",
        ".",
        "1,15",
        "1e999",
        "-1e999",
        "1e-999",
        "-0",
        "0",
        "01",
        "0x10",
        "99999999999999999999999999999999999999999",
        "\"timeRatio\": 2,", "\"benchmarks\": {},", "\"settings\": {},", "\"min\": 9,", "\"max\": \"1.15x\",",
        "\"*\": {},", "\"64 KB\"", "\"counters\": {},", "$schema",
        "\"epochs\": 8,", "\"budgetSeconds\": 1e1,", "\"strict\": false,", "{color=red}", "{=}", "size=2,",
        "\"counters\": { \"dns.lookups\": 1 },", "\"countersPerSecond\": { \"my.counter{color=red}\": { \"max\": 0 } },",
        "\"against\": { \"timeRatio\": 1 },", "\"against\": { \"counters\": { \"dns.lookups\": 1 } },", "\"against\": {},",
    ];

    private static readonly string[] Values =
    [
        "null", "true", "false", "0", "-0", "-1", "1", "4", "8", "0.95", "1.5e2", "1e999", "1e-999", "123456789012345678901234567890",
        "\"1\"",
        "\"\"",
        "[]",
        "[1]",
        "{}",
        "{ \"min\": 1 }",
        "{ \"max\": 2, \"min\": 1 }",
        "{ \"min\": 2, \"max\": 1 }",
        "{ \"timeRatio\": 1 }",
    ];

    private static readonly Func<byte[], Random, byte[]>[] All =
    [
        (text, random) => Splice(text, random, length: 1, [(byte)(text[At(text, random)] ^ (1 << random.Next(8)))]),
        (text, random) => Splice(text, random, random.Next(1, 12), []),
        (text, random) => Splice(text, random, 0, [(byte)random.Next(256)]),
        (text, random) => Splice(text, random, 0, text[At(text, random)..]),
        (text, random) => Splice(text, random, random.Next(2) * random.Next(12), Encoding.UTF8.GetBytes(Any(Fragments, random))),
        (text, random) => text[..At(text, random)],
        (text, _) => [0xEF, 0xBB, 0xBF, .. text],
        (text, random) => Encode(text, Any([Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, Encoding.Latin1], random), random),
        (text, random) => Replace(text, "\n", Any(["\r\n", "\r", "\n\n"], random)),
        (text, random) => Splice(
            text,
            random,
            0,
            Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Any(["[", "{\"a\":", "{", "\"*\":{"], random), random.Next(20, 200))))),
        (text, random) => Splice(
            text, random, 0, Encoding.UTF8.GetBytes(new string(Any(["x", "9", " ", "*", "ü"], random)[0], random.Next(20_000)))),
        (text, random) => Exchange(text, random, IsName),
        (text, random) => Exchange(text, random, IsValue),
        (text, random) => Exchange(text, random, _ => true),
        (text, random) => ReplaceToken(text, random, IsValue, _ => Any(Values, random)),
        (text, random) => ReplaceToken(text, random, IsValue, _ => Any(Values, random)),
        (text, random) => ReplaceToken(text, random, IsName, name => $"{name}: {Any(Values, random)}, {name}"),
        (text, random) => ReplaceToken(text, random, IsName, name => Any(
            [name.ToUpperInvariant(), $"\"{name.Trim('"')}s\"", "\"*\"", "\"timeRatio\"", "\"settings\""], random)),
        (text, random) => ReplaceToken(text, random, IsName, name => $"\"\\u{(int)name[1]:x4}{name[2..]}"),
    ];

    /// <summary>One to three of them, one after another.</summary>
    public static byte[] Mutate(byte[] text, Random random)
    {
        for (var rest = random.Next(1, 4); rest > 0 && text.Length > 0; rest--)
            text = Any(All, random)(text, random);
        return text;
    }

    private static byte[] Splice(byte[] text, Random random, int length, byte[] inserted)
    {
        var at = At(text, random);
        return [.. text[..at], .. inserted, .. text[Math.Min(at + length, text.Length)..]];
    }

    private static byte[] Encode(byte[] text, Encoding encoding, Random random) =>
        [.. random.Next(2) == 0 ? encoding.GetPreamble() : [], .. encoding.GetBytes(Encoding.UTF8.GetString(text))];

    private static byte[] Replace(byte[] text, string old, string with) =>
        Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(text).Replace(old, with, StringComparison.Ordinal));

    private static byte[] Exchange(byte[] text, Random random, Func<Match, bool> kind)
    {
        var tokens = Tokens(text, kind);
        if (tokens.Count < 2)
            return text;
        string one = Any(tokens, random).Value, other = Any(tokens, random).Value;
        return ReplaceToken(text, random, token => token.Value == one, _ => other);
    }

    private static byte[] ReplaceToken(byte[] text, Random random, Func<Match, bool> kind, Func<string, string> with)
    {
        var tokens = Tokens(text, kind);
        if (tokens.Count == 0)
            return text;
        var token = Any(tokens, random);
        var whole = Encoding.UTF8.GetString(text);
        return Encoding.UTF8.GetBytes($"{whole[..token.Index]}{with(token.Value)}{whole[(token.Index + token.Length)..]}");
    }

    private static List<Match> Tokens(byte[] text, Func<Match, bool> kind) =>
        [.. Token().Matches(Encoding.UTF8.GetString(text)).Where(kind)];

    private static bool IsName(Match token) => token.Groups["name"].Success && token.Length > 2;

    private static bool IsValue(Match token) => token.Groups["value"].Success;

    private static int At(byte[] text, Random random) => random.Next(text.Length);

    private static T Any<T>(IReadOnlyList<T> items, Random random) => items[random.Next(items.Count)];

    [GeneratedRegex("""(?<name>"[^"\n]*")(?=\s*:)|(?<value>"[^"\n]*"|-?\d[\d.eE+-]*|true|false|null|\{[^{}\n]*\})|[{}\[\],:]""")]
    private static partial Regex Token();
}
