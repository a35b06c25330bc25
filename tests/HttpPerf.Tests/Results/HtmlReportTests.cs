using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Results.Reports;
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
            "1 of 3 cases passed, 1 failed, 1 without limits",
            "<pre>Orders.Get allocates 1,024 B/op; thresholds.json:4 allows 1,000 B/op.</pre>",
            "aria-label=\"timeRatio 1.15&#xD7;, between 1.1&#xD7; and 1.19&#xD7;; allowed up to 1.2\"",
            "aria-label=\"15 rounds in 2 epochs, from 1.05&#xD7; to 1.25&#xD7;\"",
            "allocatedBytes 1,024 B/op; allowed 1,000 B",
            "Get: what it allocates, compared with Orders.List",
            "(&#x2B;24 B)",
            "A/A check passed");
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
            .Should().Contain("0 of 1 cases passed, 1 not measured");
    }

    private static string Write(ResultsDocument results) => HtmlReport.Write([new(results, [])]);
}
