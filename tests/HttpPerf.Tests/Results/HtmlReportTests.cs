using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using FluentAssertions;
using HttpPerf.Reports;
using HttpPerf.Reports.Html;
using HttpPerf.Reports.Trends;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class HtmlReportTests
{
    [Fact]
    public void It_needs_no_other_file()
    {
        var html = Write(Recorded.Document);

        html.Should().StartWith("<!DOCTYPE html>").And.Contain("<title>Perf: HttpPerf</title>")
            .And.NotContainAny("src=", "<link", "@import", "url(");
    }

    [Fact]
    public void Messages_figures_limits_rounds_and_what_grew_are_there()
    {
        var html = Write(Recorded.Document);

        html.Should().ContainAll(
            "1 of 3 cases passed, 1 failed, 1 no limit",
            "<pre>Orders.Get allocates 1,024 B/op; thresholds.json:4 allows 1,000 B/op.</pre>",
            "aria-label=\"timeRatio 1.15&#xD7;, between 1.1&#xD7; and 1.19&#xD7;; allowed up to 1.2; "
                + "15 rounds in 2 epochs, from 1.05&#xD7; to 1.25&#xD7;\"",
            "allocatedBytes 1,024 B/op; allowed 1,000 B",
            "Get: allocations by call, compared with Orders.List",
            "(&#x2B;24 B)",
            "How to read the plots");
    }

    [Fact]
    public void A_failure_with_its_cause_comes_first()
    {
        var unlimited = Recorded.Case("New", CaseVerdict.NoLimit) with { Message = "Orders.New has no limit." };
        var passed = Recorded.Document.Groups[0] with { Name = "Passing", Cases = [Recorded.Case("List", CaseVerdict.Passed), unlimited] };
        var html = Write(Recorded.Document with { Groups = [passed, Recorded.Document.Groups[0]] });

        string[] inOrder =
        [
            "<h2>Failed (1)</h2>",
            "<pre>Orders.Get allocates",
            "Get: allocations by call",
            "href=\"#Perf-2\"",
            "<h2>No limit (1)</h2>",
            "<pre>Orders.New has no limit.",
            "<h2>All cases</h2>",
            "id=\"Perf-2\"",
            "id=\"Perf-1\"",
        ];
        inOrder.Select(text => html.IndexOf(text, StringComparison.Ordinal)).Should().BeInAscendingOrder().And.NotContain(-1);
        html.Split("Get: allocations by call").Should().HaveCount(2, "it isn't told again beside the figures");
    }

    /// <summary>Copies of the baseline have known ratios: 1, and 2 where they do its work twice.</summary>
    [Theory]
    [InlineData(1.001, 0.99, 1.02, false, "A/A check passed: an identical copy took 1.001× the time (0.99× to 1.02×), "
        + "and one that does its work twice took 2.01× the time (1.9× to 2.1×).")]
    [InlineData(1.2, 0.4, 3, false, "A/A check inconclusive: an identical copy took 1.2× the time (0.4× to 3×). "
        + "Don't rely on times in this group.")]
    [InlineData(1, 0.9, 1.1, true, "A/A check failed: a copy that does its work twice took 2.01× the time (1.9× to 2.1×), "
        + "so times in this group aren't judged.")]
    public void The_AA_check_is_in_words(double copy, double lower, double upper, bool failed, string words)
    {
        var check = new CheckResults(new(copy, lower, upper), new(2.01, 1.9, 2.1), failed);

        WebUtility.HtmlDecode(Write(Recorded.Document with { Groups = [Recorded.Document.Groups[0] with { Check = check }] }))
            .Should().Contain(words);
    }

    [Fact]
    public void A_limit_is_inside_the_frame_or_an_arrow_at_its_end()
    {
        var near = Recorded.Limit("timeRatio", 1.2, LimitStatus.Within, null, 1.15);
        var group = Recorded.Document.Groups[0];
        string Draw(LimitResults limit) =>
            Write(Recorded.Document with { Groups = [group with { Cases = [group.Cases[0] with { Limits = [limit] }] }] })
                .Split("<section class=\"group\"")[1].Split("class=\"limit\" d=\"")[1].Split('"')[0];

        var line = Draw(near).Split('M', ' ')[1];
        double.Parse(line, CultureInfo.InvariantCulture).Should().BeInRange(5, GroupPlots.Width - 5);
        Draw(near with { Max = 1000 }).Should().Be("M311 3l7 5l-7 5");
        Draw(near with { Min = 0.001, Max = null }).Should().Be("M9 3l-7 5l7 5");
    }

    [Fact]
    public void Starts_are_two_strips_of_dots()
    {
        var start = new StartResults(500e6, 700e6, 300e6, 3_000_000, 1300, 96);
        var html = Write(Recorded.Document with
        {
            Groups =
            [
                Recorded.Document.Groups[0] with
                {
                    Cases =
                    [
                        Recorded.Case("start", CaseVerdict.Passed) with
                        {
                            Starts = new([start, start with { Nanoseconds = 550e6 }], [start with { Nanoseconds = 400e6 }]),
                        },
                    ],
                },
            ],
        });

        html.Should().ContainAll(
            "aria-label=\"2 starts today, from 500 ms to 550 ms; 1 starts before, from 400 ms to 400 ms\"", "Starts: today, before");
        html.Split("class=\"now\"").Should().HaveCount(3);
        html.Split("class=\"before\"").Should().HaveCount(2);
    }

    [Fact]
    public void The_first_call_is_beside_the_other_figures()
    {
        var first = Recorded.Case("Get", CaseVerdict.Passed) with { FirstCall = 12e6 };
        var html = Write(Recorded.Document with { Groups = [Recorded.Document.Groups[0] with { Cases = [first] }] });

        html.Should().Contain("Get\tfirst call\t12 ms\t");
    }

    [Fact]
    public void A_browser_runs_its_script_and_no_other()
    {
        var html = Write(Recorded.Document);

        var script = html.Split("<script>")[1].Split("</script>")[0];
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        WebUtility.HtmlDecode(html).Should().Contain(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; "
            + $"script-src 'sha256-{hash}'\"");
    }

    [Fact]
    public void Uncommitted_changes_are_told()
    {
        var changed = Recorded.Document with { Source = new("a1b2c3d4e5f6", "main") { HasUncommittedChanges = true } };

        Write(changed).Should().Contain("commit a1b2c3d4e5 of main with uncommitted changes,");
        TrendPage.Render(Trend.Of([changed])).Should().Contain("a1b2c3d4 with changes");
    }

    [Fact]
    public void What_a_single_run_left_out_is_no_failure()
    {
        var suite = new ReportedSuite(Recorded.Document, ["Orders.Gone"]) { IsOfSeveralJobs = false };

        HtmlReport.Write([suite]).Should().Contain("<strong>Left out of this run:</strong> Orders.Gone").And.NotContain("Not run");
        MarkdownReport.Write(suite).Should().Contain("\nLeft out of this run: Orders.Gone\n").And.NotContain("Not run");
    }

    [Fact]
    public void The_closest_limit_of_a_case_that_breaks_one_is_that_one()
    {
        var nearly = Recorded.Limit("timeRatio", 1.2, LimitStatus.Undecided, null, 1.3);
        var broken = Recorded.Limit("against.allocatedBytes", 0, LimitStatus.Above, null, 24);
        var failed = Recorded.Case("Get", CaseVerdict.Failed, nearly, broken) with
        {
            Metrics = new Dictionary<string, Figure> { ["timeRatio"] = new(1.19, 1.1, 1.45), ["against.allocatedBytes"] = new(24, 24, 24) },
        };

        CaseRoom.Find(failed).Should().Be(new CaseRoom(broken, null));
        CaseRoom.Find(failed with { Limits = [nearly] })!.Used.Should().BeApproximately(1.45 / 1.2, 1e-9);
        CaseRoom.Find(failed with { Limits = [broken with { Status = LimitStatus.Within }] }).Should().BeNull();
    }

    /// <summary>By the Buddhist calendar of Thailand, the lunar one of Saudi Arabia, and with a decimal comma.</summary>
    [Theory]
    [InlineData("th-TH")]
    [InlineData("ar-SA")]
    [InlineData("de-DE")]
    [InlineData("tr-TR")]
    public void It_is_the_same_in_every_culture(string culture)
    {
        var measured = Recorded.Document with { Started = new(2026, 11, 24, 1, 10, 0, TimeSpan.FromHours(11)) };
        var (html, markdown, before) = (Write(measured), MarkdownReport.Write(measured, []), CultureInfo.CurrentCulture);
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);

            Write(measured).Should().Be(html).And.Contain("2026-11-23 14:10 UTC");
            MarkdownReport.Write(measured, []).Should().Be(markdown).And.Contain("2026-11-23 14:10 UTC");
            TrendPage.Render(Trend.Of([measured])).Should().Contain("2026-11-23 14:10");
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void Long_runs_of_blanks_take_no_time()
    {
        var blank = Recorded.Case("Get", CaseVerdict.Failed) with { Message = $"a{new string('\n', 300_000)}b" };

        Write(Recorded.Document with { Groups = [Recorded.Document.Groups[0] with { Cases = [blank] }] })
            .Should().Contain("<pre>a");
    }

    [Fact]
    public void Names_can_contain_markup()
    {
        var awkward = Recorded.Case("List(Name: \"</script><b>&\")", CaseVerdict.Failed) with { Message = "<img src=x>" };

        var html = Write(Recorded.Document with { Groups = [Recorded.Document.Groups[0] with { Name = "<i>", Cases = [awkward] }] });

        html.Should().NotContainAny("<b>", "<i>", "<img").And.Contain("&lt;img src=x&gt;");
    }

    [Fact]
    public void A_run_that_measured_nothing_and_cases_that_were_not_run_are_shown()
    {
        HtmlReport.Write([new(Recorded.Document with { Groups = [] }, ["Orders.Gone"])])
            .Should().Contain("0 of 0 cases passed").And.Contain("<strong>Not run:</strong> Orders.Gone");
        Write(Recorded.Document with { Groups = [new("Orders", 0, null, [], [], [Recorded.Case("List", CaseVerdict.Invalid)])] })
            .Should().Contain("0 of 1 cases passed, 1 invalid");
    }

    private static string Write(ResultsDocument results) => HtmlReport.Write([new(results, [])]);
}
