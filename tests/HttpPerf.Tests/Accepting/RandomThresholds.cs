using System.Globalization;
using System.Text;

namespace HttpPerf.Tests.Accepting;

/// <summary>Random files of limits that the library reads, written as people might.</summary>
internal sealed class RandomThresholds(Random random)
{
    private static readonly string[] Metrics = ["timeRatio", "allocatedBytes", "medianTime", "gen0Collections", "server.cpuTime"];
    private static readonly string[] Names =
    [
        "Orders.Get", "Orders.List(Size: 10)", "Orders.List(Size: 1.5)", "Orders.*", "Outer.Inner.Get(Text: \\\"a, b\\\")", "*",
        "Größe.\\u0041", "Pay*.(X: {1})", "Pay.Get(Path: //x)", "Pay.Get(Note: /* y */)", "Single", "Outer.Get", "*Endpoint.Empty",
    ];

    private static readonly string[] Counters = ["tls.handshakes", "x.y{b=2,a=1}", " spaced ", "x.z{http.route=/{id}}", "ä"];

    private readonly string _newLine = random.Next(3) == 0 ? "\r\n" : "\n";
    private readonly string _indentation = Pick(random, "  ", "    ", "\t", " ", "");
    private readonly string _colon = Pick(random, ": ", ": ", ":", " : ");
    private readonly string _brace = Pick(random, " ", " ", "");
    private readonly int _lines = random.Next(3);
    private readonly bool _hasComments = random.Next(2) == 0;
    private readonly bool _hasTrailingCommas = random.Next(3) == 0;

    public byte[] Write()
    {
        var sections = new List<Action<StringBuilder>> { text => Object(text, 1, Entries()) };
        var names = new List<string> { "benchmarks" };
        if (random.Next(3) == 0)
            Add("$schema", text => text.Append("\"./thresholds.schema.json\""));
        if (random.Next(3) == 0)
            Add("settings", text => text.Append("{ \"epochs\": 4 }"));

        var text = new StringBuilder();
        if (_hasComments && random.Next(2) == 0)
            text.Append("// \"benchmarks\": { }").Append(_newLine);
        Object(text, 0, [.. names.Zip(sections)]);
        if (random.Next(2) == 0)
            text.Append(_newLine);
        var bytes = Encoding.UTF8.GetBytes(text.ToString());
        return random.Next(4) == 0 ? [0xEF, 0xBB, 0xBF, .. bytes] : bytes;

        void Add(string name, Action<StringBuilder> write)
        {
            var at = random.Next(names.Count + 1);
            names.Insert(at, name);
            sections.Insert(at, write);
        }
    }

    private List<(string, Action<StringBuilder>)> Entries() =>
        Some(Names, from: 0, to: 8, _ => text => Object(text, 2, Limits()));

    private List<(string, Action<StringBuilder>)> Limits()
    {
        var limits = Some(Metrics, from: 1, to: 3, _ => Limit);
        if (random.Next(4) == 0)
            limits.Add(("counters", text => Object(text, 3, Some(Counters, 1, 3, _ => Limit))));
        if (random.Next(6) == 0)
            limits.Add(("against", text => Object(
                text, 3, [("counters", inner => Object(inner, 4, Some(Counters, 1, 2, _ => Limit))), ("timeRatio", Limit)])));
        return limits;
    }

    private void Limit(StringBuilder text)
    {
        var min = random.Next(1, 100);
        var fields = new List<(string, Action<StringBuilder>)>();
        if (random.Next(2) == 0)
            fields.Add(("min", inner => inner.Append(min)));
        if (fields.Count == 0 || random.Next(2) == 0)
            fields.Insert(random.Next(fields.Count + 1), ("max", inner => inner.Append(Number(min))));
        if (random.Next(3) > 0)
            text.Append(Number(min));
        else
            Object(text, 9, fields);
    }

    private string Number(int min) => random.Next(4) switch
    {
        0 => $"{min + random.Next(900)}.50",
        1 => $"{min}e1",
        2 => $"{min}.0E+2",
        _ => (min + random.Next(900)).ToString(CultureInfo.InvariantCulture),
    };

    private void Object(StringBuilder text, int depth, List<(string Name, Action<StringBuilder> Write)> members)
    {
        // Deep objects are on one line more often, and whole files sometimes.
        var isOpen = _lines > 0 && random.Next(depth + 1) < 2;
        text.Append('{');
        for (var i = 0; i < members.Count; i++)
        {
            if (isOpen && (i == 0 || random.Next(8) > 0))
                NextLine(text, depth + 1);
            else
                text.Append(i == 0 ? _brace : " ");
            Comment(text, inline: true);
            text.Append('"').Append(members[i].Name).Append('"').Append(_colon);
            members[i].Write(text);
            Comment(text, inline: true);
            var isComma = i < members.Count - 1 || _hasTrailingCommas;
            if (isComma && isOpen && random.Next(10) == 0)
                NextLine(text, depth + 1);
            if (isComma)
                text.Append(',');
            Comment(text, inline: !isOpen);
        }

        if (isOpen && (members.Count == 0 || random.Next(8) > 0))
            NextLine(text, depth);
        else
            text.Append(members.Count == 0 && random.Next(2) == 0 ? "" : _brace);
        Comment(text, inline: true);
        text.Append('}');
    }

    private void NextLine(StringBuilder text, int depth)
    {
        text.Append(random.Next(8) == 0 ? "  " : "").Append(_newLine).Append(random.Next(8) == 0 ? _newLine : "");
        for (var i = 0; i < depth; i++)
            text.Append(_indentation);
        text.Append(random.Next(10) == 0 ? " " : "");
    }

    private void Comment(StringBuilder text, bool inline)
    {
        if (!_hasComments || random.Next(6) > 0)
            return;
        text.Append(Pick(random, " ", "", "\t"));
        text.Append(inline || random.Next(2) == 0
            ? Pick(random, "/* one */", "/*, \"X\": { */", "/* two" + _newLine + "lines } */", "/**/")
            : Pick(random, "// one", "//, }", "// \"Orders.New\": {", "//") + _newLine);
    }

    private List<(string, Action<StringBuilder>)> Some(
        string[] names, int from, int to, Func<string, Action<StringBuilder>> write)
    {
        var shuffled = names.ToArray();
        random.Shuffle(shuffled);
        return [.. shuffled.Take(random.Next(from, to + 1)).Select(name => (name, write(name)))];
    }

    private static string Pick(Random random, params string[] texts) => texts[random.Next(texts.Length)];
}
