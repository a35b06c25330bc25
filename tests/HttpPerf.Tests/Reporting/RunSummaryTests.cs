using FluentAssertions;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class RunSummaryTests
{
    [Fact]
    public void It_counts_verdicts_and_shows_what_is_closest_to_its_limit() =>
        RunSummary.Write(Recorded.Document, Names(Recorded.Document), "artifacts/httpperf/report.html").Should().Equal(
            "1 of 3 cases passed, 1 failed, 1 no limit in 13 s of measuring.",
            "closest to its limit: Orders.List timeRatio 1.15×, allowed up to 1.2 (would have found +3.0 %)",
            "report: artifacts/httpperf/report.html");

    [Fact]
    public void What_could_have_been_found_is_counted_over_cases_with_limits_on_times()
    {
        var cases = new (double? Finds, LimitStatus Status)[]
        {
            (0.03, LimitStatus.Within), (0.08, LimitStatus.NotShown), (0.3, LimitStatus.Within), (null, LimitStatus.Undecided),
            (null, LimitStatus.Above),
        }.Select((c, i) => Of(
            $"M{i}", new(1, 0.9, null), Recorded.Limit("timeRatio", 1.2, c.Status, c.Finds, suggested: 1.2) with
            {
                ProbabilityBroken = 0.2,
            }) with
        {
            Verdict = c.Status == LimitStatus.Undecided ? CaseVerdict.Inconclusive : CaseVerdict.Passed,
        });

        Write([.. cases]).ElementAt(1).Should().Be(
            "would have found +5 % in 2 of 5 cases with limits on times, +10 % in 3; 1 inconclusive; 1 passed, not shown");
    }

    [Theory]
    [InlineData(4, 2, null)]
    [InlineData(5, 2, "A/A check: copies of baselines were off by 2.0 standard errors (rms of 5 groups, 1 expected)")]
    [InlineData(20, 1.4, "A/A check: copies of baselines were off by 1.4 standard errors (rms of 20 groups, 1 expected)")]
    [InlineData(
        20,
        1.6,
        "A/A check: copies of baselines were off by 1.6 standard errors (rms of 20 groups, 1 expected). The times of this run are "
            + "unreliable: they vary by more than their intervals. Measure on a quieter machine.")]
    public void Copies_of_baselines_tell_whether_the_times_of_a_run_are_reliable(int groups, double deviation, string? line)
    {
        var group = Recorded.Document.Groups[0] with
        {
            Check = new CheckResults(null, null, Failed: false) { Deviations = -deviation },
        };
        var document = Recorded.Document with { Groups = [.. Enumerable.Repeat(group, groups)] };

        RunSummary.Write(document, Names(document), "r").Where(text => text.StartsWith("A/A check", StringComparison.Ordinal))
            .Should().Equal(line is null ? [] : [line]);
    }

    [Fact]
    public void The_three_whose_intervals_come_nearest_to_their_limits_are_listed()
    {
        double[] uppers = [1.02, 1.15, 1.19, 1.1];
        var cases = uppers
            .Select((upper, i) => Of(
                $"M{i}", new(1, 0.9, upper) { Text = "1.00×" }, Recorded.Limit("timeRatio", 1.2, LimitStatus.Within, 0.2, suggested: 1.2)));

        Write([.. cases]).Skip(1).Take(3).Should().Equal(
            "closest to its limit: Orders.M2 timeRatio 1.00×, allowed up to 1.2 (would have found +20 %)",
            "  Orders.M1 timeRatio 1.00×, allowed up to 1.2 (would have found +20 %)",
            "  Orders.M3 timeRatio 1.00×, allowed up to 1.2 (would have found +20 %)");
    }

    [Theory]
    [InlineData(0.02, false)]
    [InlineData(0.03, true)]
    [InlineData(0.06, false)]
    public void A_limit_is_not_listed_if_nothing_comes_near_or_too_little_is_known(double upper, bool isListed) =>
        Write(Of("M", new(0, -0.01, upper), Recorded.Limit("threads.blocked", 0.05, LimitStatus.Within, null, suggested: 0.05)))
            .Any(line => line.StartsWith("closest to its limit", StringComparison.Ordinal)).Should().Be(isListed);

    [Fact]
    public void What_is_much_better_than_its_limit_is_listed_and_the_most_first()
    {
        var cases = new[] { 900.0, 100, 300, 200, 400, 790 }
            .Select((bytes, i) => Of(
                $"M{i}",
                new(bytes, bytes, bytes) { Text = $"{bytes} B/op" },
                Recorded.Limit("allocatedBytes", 1000, LimitStatus.Within, finds: 0, suggested: bytes)));

        Write([.. cases]).Should().Equal(
            "6 of 6 cases passed in 0 s of measuring.",
            "better than its limit, which could be lower: Orders.M1 allocatedBytes 100 B/op, allowed up to 1000",
            "  Orders.M3 allocatedBytes 200 B/op, allowed up to 1000",
            "  Orders.M2 allocatedBytes 300 B/op, allowed up to 1000",
            "  … and 2 more",
            "report: r");
    }

    [Fact]
    public void An_exact_figure_at_its_limit_is_not_close_to_it() =>
        Write(Of("M", new(1000, 1000, 1000), Recorded.Limit("allocatedBytes", 1000, LimitStatus.Within, 0, 1000)))
            .Should().Equal("1 of 1 cases passed in 0 s of measuring.", "report: r");

    [Fact]
    public void What_was_only_measured_with_others_is_counted_apart()
    {
        RunSummary.Write(Recorded.Document, new HashSet<string> { "Orders.List" }, "r").Should().Equal(
            "1 of 1 cases passed in 13 s of measuring. 2 more were measured with them, but not tested.",
            "closest to its limit: Orders.List timeRatio 1.15×, allowed up to 1.2 (would have found +3.0 %)",
            "report: r");
    }

    [Fact]
    public void A_run_that_measured_nothing_has_none() =>
        RunSummary.Write(Recorded.Document with { Groups = [] }, new HashSet<string>(), "r").Should().BeEmpty();

    private static CaseResults Of(string method, Figure figure, LimitResults limit) =>
        Recorded.Case(method, CaseVerdict.Passed, limit) with
        {
            Metrics = new Dictionary<string, Figure> { [limit.Metric] = figure },
        };

    private static IReadOnlyList<string> Write(params CaseResults[] cases)
    {
        var document = Recorded.Document with { Groups = [new("Orders", 0, null, [], [], cases)] };
        return RunSummary.Write(document, Names(document), "r");
    }

    private static HashSet<string> Names(ResultsDocument document) => [.. document.Cases.Select(c => c.Name)];
}
