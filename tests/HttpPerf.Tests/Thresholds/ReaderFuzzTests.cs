using System.Text;
using FluentAssertions;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Whatever a file holds, the reader either takes all of it or says what is wrong.</summary>
public sealed class ReaderFuzzTests
{
    private const int Seed = 20240609;
    private const int Tries = 25_000;

    /// <summary>Many times what all tries take, so that only a reader that hangs exceeds it.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private static readonly string[] Valid =
    [
        """
        // Limits of the benchmarks.
        {
          "$schema": "./thresholds.schema.json",
          "settings": { "budgetSeconds": 20, "epochs": 16, "confidence": 0.999, "processes": 3, "nice": -20,
            "lockMinutes": 5, "callTimeoutSeconds": 90, "strict": true },
          "benchmarks": {
            "ReadPattern.*": { "timeRatio": 1.15, /* exact */ "allocatedBytes": 0, },
            "Größe.\u0041*(Size: 1000)": { "requestsPerSecond": { "min": 1e3, "max": 2000.5 }, "gen0Collections": { "max": 0 } },
            "*": { "medianTime": { "min": 0, "max": 5 }, "counters": { "tls.handshakes": 0, "my.counter{size=2,http.route=/{id}}":
        """
        + """
         { "min": 1, "max": 1e9 } } },
          },
        }
        """,
        """{"benchmarks":{"A.B":{"timeRatio":1.1,"timeRatioP95":2},"A.*":"""
        + """{"allocatedRatio":{"min":0.1,"max":0.2}}},"settings":{"strict":false}}""",
        """{ "benchmarks": { "A.B": { "allocatedBytes": { "amounts": [1024, 1072.5, /* rare */ 1120,] }, """
        + """ "serverAllocatedBytes": { "amounts": [0, 8, 8] }, "against": { "allocatedBytes": { "max": 8 } } } } }""",
    ];

    private static readonly string[] Defaults =
    [
        "budgetSeconds 10", "epochs 8", "confidence 0.99", "processes 5", "nice -5", "lockMinutes 30", "callTimeoutSeconds 30",
        "strict False",
    ];

    private volatile int _current;

    [Fact]
    public async Task A_mutated_file_means_what_it_says_or_is_rejected_with_a_place()
    {
        var tries = Task.Run(() => Enumerable.Range(0, Tries).Count(IsAccepted));

        (await Task.WhenAny(tries, Task.Delay(Patience, TestContext.Current.CancellationToken))).Should().BeSameAs(
            tries, "try {0} may not hang", _current);
        (await tries).Should().BeInRange(
            Tries / 20, Tries / 2, "only what is accepted can have lost something, and only what is wrong be accepted");
    }

    [Fact]
    public void An_unchanged_file_is_accepted() =>
        Valid.Should().OnlyContain(text => PlainReader.Read(Encoding.UTF8.GetBytes(text)) != null);

    private bool IsAccepted(int attempt)
    {
        // Each try has a seed of its own, so that a failing one can be run alone.
        _current = attempt;
        var random = new Random(Seed + attempt);
        var text = Mutations.Mutate(Encoding.UTF8.GetBytes(Valid[random.Next(Valid.Length)]), random);
        var expected = PlainReader.Read(text);
        try
        {
            var read = Lines(ThresholdReader.Parse("/repository/thresholds.json", text));
            if (expected is null || !read.Order(StringComparer.Ordinal).SequenceEqual(WithDefaults(expected).Order(StringComparer.Ordinal)))
                throw Failure("was read as", string.Join('\n', read));
            return true;
        }
        catch (ThresholdsException rejected)
        {
            if (expected is not null || rejected.Problems.Count == 0 || !rejected.Problems.All(problem => IsIn(problem, text)))
                throw Failure("was rejected with", rejected.Message);
            return false;
        }
        catch (Exception other) when (other is not InvalidDataException)
        {
            throw Failure("threw", other.ToString());
        }

        InvalidDataException Failure(string what, string found) => new(
            $"Try {attempt} {what}\n{found}\ninstead of\n{(expected is null ? "a rejection" : string.Join('\n', expected))}\nin\n"
            + $"{Encoding.UTF8.GetString(text)}");
    }

    private static List<string> Lines(ThresholdFile file) =>
    [
        .. file.Entries.SelectMany(
            entry => entry.Limits.Select(
                limit => PlainReader.Line(entry.Pattern, limit.Metric.Name, limit.Min, limit.Max, limit.Amounts))),
        $"budgetSeconds {file.Settings.Budget.TotalSeconds}",
        $"epochs {file.Settings.Epochs}",
        $"confidence {file.Settings.Confidence}",
        $"processes {file.Settings.Processes}",
        $"nice {file.Settings.Nice}",
        $"lockMinutes {file.Settings.LockMinutes}",
        $"callTimeoutSeconds {file.Settings.CallTimeout.TotalSeconds}",
        $"strict {file.Settings.Strict}",
    ];

    private static IEnumerable<string> WithDefaults(IReadOnlyList<string> lines) =>
        lines.Concat(Defaults
            .Where(setting => !lines.Any(line => line.StartsWith(setting[..(setting.IndexOf(' ') + 1)], StringComparison.Ordinal))));

    /// <summary>Whether the place is one of the text, or right behind it.</summary>
    private static bool IsIn(ThresholdProblem problem, byte[] text)
    {
        var lines = Encoding.UTF8.GetString(text).Split('\n');
        return problem.Line >= 1 && problem.Line <= lines.Length && problem.Column >= 1
            && problem.Column <= lines[problem.Line - 1].Length + 1;
    }
}
