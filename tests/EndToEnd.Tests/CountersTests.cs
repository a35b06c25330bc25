using System.Globalization;
using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Limits on counters, from the file to the test's message, with counts that are known.</summary>
[Collection(nameof(SampleRun))]
public sealed class CountersTests(SampleRun sample)
{
    private readonly TestRun _run = sample.Run;

    [Fact]
    public void Limits_on_what_client_and_server_count_alike_are_kept()
    {
        _run["Counting.Asks"].Message.Should().BeEmpty();
        _run["Counting.Asks"].Outcome.Should().Be("Passed");
    }

    [Fact]
    public void A_counter_of_the_benchmarks_own_fails_with_what_it_counted_under_which_tags()
    {
        var message = _run["Counting.Walks"].Message;

        var counted = Regex.Match(message, @"measured   ([\d,]+) in ([\d,]+) operations");
        Number(counted.Groups[1].Value).Should().Be(3 * Number(counted.Groups[2].Value));
        Regex.Replace(message, @"(measured +|in |^ +)[\d,]+ ", "$1N ", RegexOptions.Multiline).Should().Be(
            """
            HttpPerf.PerfTestException : Counting.Walks counts 3.00 sample.steps per operation; thresholds.json:4 allows 2.00.

              measured   N in N operations, exact
                         N {foot=left}
                         N {foot=right}

              If the change is intended, raise "sample.steps" there to 3.
            """);
    }

    [Fact]
    public void A_misspelled_counter_is_no_zero() => _run["Counting.Leaps"].Message.Should().StartWith(
        """
        HttpPerf.PerfTestException : Counting.Leaps could not be measured, so its limits were not checked.

          "counters.sample.step" has a limit on thresholds.json:5, but no counter of that name reported anything.
        """
        + """
         Did you mean "sample.steps"? The counters, nearest first: "sample.steps",
        """);

    [Fact]
    public void The_output_of_each_test_shows_what_all_cases_of_its_group_count() => _run["Counting.Asks"].Output.Should()
        .Contain("\nCounted per operation:\n\n| Method | Operations |")
        .And.MatchRegex(@"\n\| Asks +\| +[\d,]+ .* 1\.00 \|")
        .And.MatchRegex(@"\n\| Walks +\| +[\d,]+ .* 3\.00 \|");

    private static long Number(string text) => long.Parse(text, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
}
