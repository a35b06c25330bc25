using System.Text;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Whatever a file holds, the reader either takes all of it or says what is wrong.</summary>
public sealed class ReaderFuzzTests
{
    private const int Seed = 20240609;
    private const int Tries = 5_000;

    private const string Valid = """
        // What the benchmarks may cost.
        {
          "$schema": "./thresholds.schema.json",
          "benchmarks": {
            "ReadPattern.*": { "timeRatio": 1.15, /* exact */ "allocatedBytes": 0, },
            "Größe.\u0041*(Size: 1000)": { "requestsPerSecond": { "min": 1e3, "max": 2000.5 }, "gen0Collections": { "max": 0 } },
            "*": { "medianTime": { "min": 0, "max": 5 } },
          },
        }
        """;

    private static readonly string[] Fragments =
    [
        "{", "}", "[", "]", "[[[[[[[[", "{\"a\":{\"a\":{\"a\":", ",", ":", "\"", "\"\"", "\\", "\\ud800", "\\u0000", "/*", "*/", "//", "\n", "\r\n", "\0", "\uFEFF", "\u2028", "😀",
        "null", "true", "NaN", "Infinity", "-", "+", ".", "1,15", "1e999", "-1e999", "1e-999", "-0", "0", "01", "0x10", "99999999999999999999999999999999999999999",
        "\"timeRatio\": 2,", "\"benchmarks\": {},", "\"min\": 9,", "\"max\": \"1.15x\",", "\"*\": {},", "\"64 KB\"", "\"counters\": {},", "$schema",
    ];

    [Fact]
    public void A_mutated_file_is_read_completely_or_rejected_with_a_place()
    {
        int accepted = 0, rejected = 0;
        for (var i = 0; i < Tries; i++)
        {
            // Each try has a seed of its own, so that a failing one can be run alone.
            var text = Mutate(Encoding.UTF8.GetBytes(Valid), new Random(Seed + i));
            var (file, problems) = Read(text, i);
            if (file is null)
            {
                problems.Should().NotBeEmpty("try {0}", i).And.OnlyContain(one => one.Line >= 1 && one.Column >= 1, "try {0}", i);
                rejected++;
            }
            else
            {
                Count(file).Should().Be(CountIndependently(text), "nothing of try {0} may be lost:\n{1}", i, Encoding.UTF8.GetString(text));
                accepted++;
            }
        }

        accepted.Should().BeGreaterThan(Tries / 100, "mutations that are all rejected say nothing about what is lost");
        rejected.Should().BeGreaterThan(Tries / 4);
    }

    private static (ThresholdFile? File, IReadOnlyList<ThresholdProblem> Problems) Read(byte[] text, int attempt)
    {
        try
        {
            return (ThresholdFile.Parse("/repository/thresholds.json", text), []);
        }
        catch (ThresholdsException rejected)
        {
            return (null, rejected.Problems);
        }
        catch (Exception other)
        {
            throw new InvalidOperationException($"Try {attempt} threw {other.GetType().Name}:\n{Encoding.UTF8.GetString(text)}", other);
        }
    }

    private static byte[] Mutate(byte[] text, Random random)
    {
        for (var rest = random.Next(1, 4); rest > 0; rest--)
        {
            int at = random.Next(text.Length + 1), length = Math.Min(random.Next(1, 12), text.Length - at);
            byte[] inserted = random.Next(6) switch
            {
                0 => [],
                1 => [(byte)random.Next(256)],
                2 => [.. text[at..(at + length)], .. text[at..(at + length)]],
                3 => text[random.Next(text.Length)..],
                _ => Encoding.UTF8.GetBytes(Fragments[random.Next(Fragments.Length)]),
            };
            text = [.. text[..at], .. inserted, .. text[(random.Next(2) == 0 ? at : at + length)..]];
            if (text.Length == 0)
                break;
        }

        return text;
    }

    private static (int Entries, int Limits, int Bounds) Count(ThresholdFile file)
    {
        Limit[] limits = [.. file.Entries.SelectMany(entry => entry.Limits)];
        return (file.Entries.Count, limits.Length, limits.Count(limit => limit.Min is not null) + limits.Count(limit => limit.Max is not null));
    }

    private static (int Entries, int Limits, int Bounds) CountIndependently(byte[] text)
    {
        var withoutMark = text.AsSpan().StartsWith(Encoding.UTF8.GetPreamble()) ? text.AsMemory(3) : text;
        using var document = JsonDocument.Parse(withoutMark, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        JsonProperty[] entries = [.. document.RootElement.GetProperty("benchmarks").EnumerateObject()];
        JsonProperty[] limits = [.. entries.SelectMany(entry => entry.Value.EnumerateObject())];
        return (entries.Length, limits.Length, limits.Sum(limit => limit.Value.ValueKind == JsonValueKind.Object ? limit.Value.EnumerateObject().Count() : 1));
    }
}
