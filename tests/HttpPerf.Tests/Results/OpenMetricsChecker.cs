using System.Globalization;
using System.Text.RegularExpressions;
using FluentAssertions;

namespace HttpPerf.Tests.Results;

/// <summary>
/// Reads the text format as the specification of OpenMetrics 1.0 defines it (github.com/OpenObservability/OpenMetrics,
/// specification/OpenMetrics.md): the ABNF of section "Text format", and the rules beside it that concern gauges.
/// </summary>
internal static partial class OpenMetricsChecker
{
    public static IReadOnlyList<(string Name, IReadOnlyDictionary<string, string> Labels, double Value)> Read(string text)
    {
        text.Should().EndWith("# EOF\n", "an exposition ends with EOF").And.NotContain("\r", "lines end with a line feed");
        var samples = new List<(string, IReadOnlyDictionary<string, string>, double)>();
        var (families, sets) = (new HashSet<string>(), new HashSet<string>());
        var (family, described) = ("", new List<string>());
        foreach (var line in text.Split('\n')[..^2])
        {
            if (Descriptor().Match(line) is { Success: true } descriptor)
            {
                var (kind, name, rest) = (descriptor.Groups[1].Value, descriptor.Groups[2].Value, descriptor.Groups[3].Value);
                if (name != family)
                {
                    families.Add(name).Should().BeTrue("families are not interleaved, but {0} is twice", name);
                    (family, described) = (name, []);
                }

                samples.Should().NotContain(sample => sample.Item1 == name, "metadata comes before the samples");
                described.Should().NotContain(kind, "there is one line of a kind");
                described.Add(kind);
                if (kind == "TYPE")
                    rest.Should().Be("gauge");
                else if (kind == "UNIT")
                    name.Should().EndWith($"_{rest}", "the unit is the suffix of the name").And.MatchRegex("^[a-zA-Z0-9_:]+$");
                else
                    rest.Should().MatchRegex($"^{EscapedString}$").And.NotBeEmpty();
                continue;
            }

            var sample = Sample().Match(line);
            sample.Success.Should().BeTrue("{0} has to be a sample", line);
            sample.Groups["name"].Value.Should().Be(family, "a gauge's samples have no suffix");
            described.Should().StartWith("TYPE").And.EndWith("HELP").And.BeSubsetOf(["TYPE", "UNIT", "HELP"]);
            var labels = Label().Matches(sample.Groups["labels"].Value).ToDictionary(
                l => l.Groups["label"].Value, l => Unescape(l.Groups["text"].Value));
            labels.Keys.Should().NotContain(label => label.StartsWith('_'), "such labels are reserved");
            sets.Add($"{family} {string.Join('\0', labels.OrderBy(label => label.Key))}")
                .Should().BeTrue("label sets are unique, but there are two of {0}", line);
            samples.Add((family, labels, double.Parse(sample.Groups["value"].Value, CultureInfo.InvariantCulture)));
        }

        families.Should().NotContain(name => Reserved().IsMatch(name), "gauges must not be taken for parts of other types");
        return samples;
    }

    // escaped-string; normal-char is any character except newline, double quote and backslash.
    private const string EscapedString = """(?:[^\n"\\]|\\[^\n])*""";

    private const string Number =
        @"[+-]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|(?i:inf|infinity))|(?i:nan)";

    private const string LabelPattern = $"""(?<label>[a-zA-Z_][a-zA-Z0-9_]*)="(?<text>{EscapedString})["]""";

    private static string Unescape(string value) =>
        Escape().Replace(value, match => match.Groups[1].Value == "n" ? "\n" : match.Groups[1].Value);

    [GeneratedRegex("^# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$", RegexOptions.CultureInvariant)]
    private static partial Regex Descriptor();

    [GeneratedRegex(
        $$"""^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?<labels>(?:{{LabelPattern}}(?:,(?!\})|(?=\})))*)\})? (?<value>{{Number}})$""")]
    private static partial Regex Sample();

    [GeneratedRegex($"{LabelPattern}(?:,|$)", RegexOptions.ExplicitCapture)]
    private static partial Regex Label();

    [GeneratedRegex(@"\\(.)")]
    private static partial Regex Escape();

    [GeneratedRegex("(_total|_created|_count|_sum|_bucket|_gcount|_gsum|_info)$|^_|:")]
    private static partial Regex Reserved();
}
