using System.Text;
using System.Text.RegularExpressions;
using HttpPerf.Accepting;
using HttpPerf.Judging.Limits;
using HttpPerf.Thresholds;
using Xunit;
using Bounds = HttpPerf.Results.Bounds;

namespace HttpPerf.Tests.Accepting;

/// <summary>Whatever a file looks like, an edit changes what it should and nothing else.</summary>
public sealed partial class EditFuzzTests
{
    private const int Seed = 20261123;
    private const int Tries = 10_000;

    private static readonly LimitOrigin Origin = new("2 × Processor", ".NET 10.0.12", "2026-11-23");

    private static readonly string[] Entries =
        ["Orders.Get", "Orders.New(Size: 1.5)", "Outer.Inner.Get(Text: \"a, b\")", "Größe.A", "Single", "Fresh.Method", "*"];

    private static readonly string[][] Paths =
    [
        ["timeRatio"], ["allocatedBytes"], ["server.cpuTime"], ["counters", "tls.handshakes"], ["counters", "x.y{a=1,b=2}"],
        ["counters", "spaced"], ["against", "counters", "x.z{http.route=/{id}}"], ["against", "timeRatio"],
    ];

    /// <summary>An edit that follows others doesn't read the whole text.</summary>
    [Fact]
    public void Edits_one_after_another_are_those_of_a_text_that_is_read_anew_for_each()
    {
        for (var attempt = 0; attempt < Tries / 10; attempt++)
        {
            var random = new Random(Seed + attempt);
            var edit = new ThresholdsEdit(new RandomThresholds(random).Write());
            for (var i = 0; i < 10; i++)
            {
                var (before, seed) = (edit.Text, random.Next());
                var (followed, anew) = (Edit(edit, seed), new ThresholdsEdit(before));

                Assert.True(
                    followed == Edit(anew, seed) && edit.Text.AsSpan().SequenceEqual(anew.Text),
                    $"Try {attempt}, {i}: {followed}\n{Encoding.UTF8.GetString(before)}\nbecame\n{Encoding.UTF8.GetString(edit.Text)}");
            }
        }

        static string Edit(ThresholdsEdit edit, int seed)
        {
            var random = new Random(seed);
            try
            {
                var (entry, path) = (Entries[random.Next(Entries.Length)], Paths[random.Next(Paths.Length)]);
                if (random.Next(5) == 0 && edit.Entries.Count > 0)
                    edit.Remove(edit.Entries[random.Next(edit.Entries.Count)]);
                else
                    edit.Set(entry, path, random.Next(3) switch
                    {
                        0 => new Bounds(null, 1e5),
                        1 => new(0.25, null),
                        _ => new(null, null, [1024, 1072]),
                    });
                if (random.Next(2) == 0)
                    edit.Comment(entry, path, Origin);
                return "";
            }
            catch (Exception e)
            {
                return e.Message;
            }
        }
    }

    [Fact]
    public void A_random_file_says_what_it_should_and_differs_only_there()
    {
        for (var attempt = 0; attempt < Tries; attempt++)
        {
            // Each try has a seed of its own, so that a failing one can be run alone.
            var random = new Random(Seed + attempt);
            var before = new RandomThresholds(random).Write();
            var edit = new ThresholdsEdit(before);
            string? fault;
            try
            {
                fault = random.Next(4) == 0 && edit.Entries.Count > 0 ? Remove(edit, random) : Set(edit, random);
            }
            catch (Exception e)
            {
                fault = e.Message;
            }

            Assert.True(fault is null, $"Try {attempt}: {fault}\n{Encoding.UTF8.GetString(before)}\nbecame\n"
                + Encoding.UTF8.GetString(edit.Text));
        }
    }

    private static string? Set(ThresholdsEdit edit, Random random)
    {
        var before = edit.Text;
        var (entry, path) = (Entries[random.Next(Entries.Length)], Paths[random.Next(Paths.Length)]);
        var isMax = random.Next(2) == 0;
        // Above all minimums, and below all maximums.
        var value = isMax ? 1e5 + random.Next(100) : 0.25;
        var bounds = isMax ? new Bounds(null, value) : new(value, null);
        var shown = new ShownChanges(before);
        shown.Set(entry, path, bounds);
        edit.Set(entry, path, bounds);
        shown.RequireOnly(edit.Text);

        var expected = Limits(before);
        var key = (entry, string.Join('.', path));
        var (min, max) = expected.GetValueOrDefault(key);
        expected[key] = isMax ? (min, value) : (value, max);
        return Difference(expected, edit.Text)
            ?? (IsOnePiece(before, edit.Text) ? null : "More than one piece has changed.")
            ?? Comment(edit, entry, path, expected);
    }

    private static string? Comment(
        ThresholdsEdit edit, string entry, string[] path, Dictionary<(string, string), (double?, double?)> expected)
    {
        var before = edit.Text;
        edit.Comment(entry, path, Origin);
        var (once, added) = (edit.Text, Encoding.UTF8.GetString(edit.Text).Split($"{Origin}").Length - 1);
        edit.Comment(entry, path, Origin);
        return Difference(expected, once)
            ?? (added == (once.AsSpan().SequenceEqual(before) ? 0 : 1) && edit.Text.AsSpan().SequenceEqual(once)
                ? null
                : "The comment is not there once.");
    }

    private static string? Remove(ThresholdsEdit edit, Random random)
    {
        var before = edit.Text;
        var entry = edit.Entries[random.Next(edit.Entries.Count)];
        var shown = new ShownChanges(before);
        shown.Remove(entry);
        edit.Remove(entry);
        shown.RequireOnly(edit.Text);

        var expected = Limits(before).Where(limit => limit.Key.Entry != entry).ToDictionary();
        return Difference(expected, edit.Text) ?? (IsOnePiece(edit.Text, before) ? null : "More than one piece has changed.");
    }

    private static Dictionary<(string Entry, string Metric), (double? Min, double? Max)> Limits(byte[] text) =>
        ThresholdReader.Parse("/repository/thresholds.json", text).Entries
            .SelectMany(entry => entry.Limits)
            .ToDictionary(limit => (limit.Pattern, limit.Metric.Name), limit => (limit.Min, limit.Max));

    private static string? Difference(Dictionary<(string, string), (double?, double?)> expected, byte[] text)
    {
        var read = Limits(text);
        return expected.Count == read.Count && expected.All(limit => read.TryGetValue(limit.Key, out var found) && found == limit.Value)
            ? null
            : $"Expected {string.Join("; ", expected.Except(read))}, found {string.Join("; ", read.Except(expected))}.";
    }

    /// <summary>
    /// Whether the longer text is the shorter one with one piece inserted, a number replaced, or with a comma and a piece inserted on the
    /// two sides of a comment.
    /// </summary>
    private static bool IsOnePiece(byte[] shorter, byte[] longer)
    {
        var (start, middle) = Middle(shorter, longer);
        return Number().IsMatch(middle)
            || (longer[start] == ',' && Middle([.. shorter[..start], (byte)',', .. shorter[start..]], longer) is (_, ""));
    }

    /// <summary>The rest of the shorter text, without the start and the end that both have.</summary>
    private static (int Start, string Text) Middle(byte[] shorter, byte[] longer)
    {
        var start = shorter.AsSpan().CommonPrefixLength(longer);
        var most = Math.Min(shorter.Length, longer.Length) - start;
        var end = 0;
        while (end < most && shorter[^(end + 1)] == longer[^(end + 1)])
            end++;
        return (start, Encoding.UTF8.GetString(shorter[start..^end]));
    }

    [GeneratedRegex(@"^[\d.eE+ ]*$")]
    private static partial Regex Number();
}
