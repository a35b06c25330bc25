using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using FluentAssertions;
using HttpPerf.Reports.Trends;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed partial class TrendTests
{
    [Fact]
    public void Results_are_in_the_order_in_which_they_were_measured()
    {
        var trend = Trend.Of([Run(3, Exact(30)), Run(1, Exact(10)), Run(2, Exact(20))]);

        trend.Runs.Should().Be(3);
        trend.First.Should().Be(Day(1));
        trend.Last.Should().Be(Day(3));
        trend.Lines.Should().ContainSingle().Which.Points.Select(point => point.Figure.Value).Should().Equal(10, 20, 30);
    }

    [Fact]
    public void Exact_figures_change_with_every_difference()
    {
        var line = Trend.Of([Run(1, Exact(100)), Run(2, Exact(100)), Run(3, Exact(124))]).Lines.Single();

        var change = line.Changes.Should().ContainSingle().Subject;
        change.Should().Be(new LevelChange(2, line.Points[2], 100, 124));
        change.IsWorse.Should().BeTrue();
        TrendText.Change(change).Should().Be("100 B → 124 B (+24.0 %), worse");
    }

    [Fact]
    public void Figures_that_vary_change_with_their_level()
    {
        double[] values = [10, 11, 10, 11, 10, 400, 11, 10, 20, 22, 20, 22, 20];
        var runs = values.Select((value, i) => Run(i, ("requestsPerSecond", new(value, value - 1, value + 1))));

        var change = Trend.Of(runs).Lines.Single().Changes.Should().ContainSingle().Subject;

        change.Index.Should().Be(8);
        change.IsWorse.Should().BeFalse();
        TrendText.Change(change).Should().Be("10.5 /s → 20 /s (+90.5 %), better");
    }

    [Fact]
    public void Times_of_different_kinds_of_machines_are_in_different_lines_and_bytes_and_ratios_in_one()
    {
        (string, Figure)[] figures = [("medianTime", new(1, 1, 2)), .. Exact(1), ("timeRatio", new(1, 1, 2)), ("cpuTime", new(1, 1, 2))];
        var other = Run(2, figures);
        other = other with { Machine = other.Machine with { Processors = 64 } };

        var lines = Trend.Of([Run(1, figures), other]).Lines;

        lines.Select(line => (line.Metric, line.MachineKind, line.Points.Count)).Should().BeEquivalentTo(new (string, string?, int)[]
        {
            ("medianTime", "2 × Processor, X64, Linux", 1), ("medianTime", "64 × Processor, X64, Linux", 1),
            ("cpuTime", "2 × Processor, X64, Linux", 1), ("cpuTime", "64 × Processor, X64, Linux", 1),
            ("allocatedBytes", null, 2), ("timeRatio", null, 2),
        });
    }

    [Fact]
    public void Machines_of_a_kind_share_a_line_whatever_their_names_unless_the_kind_is_not_known()
    {
        var (one, other) = (Run(1, ("medianTime", new(1, 1, 2))), Run(2, ("medianTime", new(1, 1, 2))));
        other = other with { Machine = other.Machine with { Name = "runner-2" } };

        Trend.Of([one, other]).Lines.Should().ContainSingle();
        Trend.Of([Unknown(one), Unknown(other)]).Lines.Should().HaveCount(2);

        static ResultsDocument Unknown(ResultsDocument run) => run with { Machine = run.Machine with { Processor = null } };
    }

    [Fact]
    public void Times_count_only_if_the_check_passed()
    {
        var failed = Run(2, [("medianTime", new(9, 9, 9)), .. Exact(2)]);
        failed = failed with { Groups = [failed.Groups[0] with { Check = new(null, null, Failed: true) }] };

        var trend = Trend.Of([Run(1, [("medianTime", new(1, 1, 1)), .. Exact(1)]), failed]);

        trend.Unjudged.Should().Be(1);
        trend.Lines.Select(line => (line.Metric, line.Points.Count)).Should().BeEquivalentTo([("medianTime", 1), ("allocatedBytes", 2)]);
    }

    [Fact]
    public void What_altered_code_took_is_no_point_of_a_trend()
    {
        var altered = Run(2, Exact(2));
        altered = altered with { Groups = [altered.Groups[0] with { Altered = "Orders is instrumented." }] };

        Trend.Of([Run(1, Exact(1)), altered]).Lines.Single().Points.Should().ContainSingle();
    }

    [Fact]
    public void What_has_no_limit_and_is_zero_or_a_counter_or_of_an_earlier_build_has_no_line()
    {
        (string, Figure)[] figures =
        [
            ("gcPause", new(0, 0, 0)), ("counters.tls.handshakes", new(1, 1, 1)), ("against.timeRatio", new(1, 1, 1)), .. Exact(0),
            ("counters.dns.lookups", new(1, 1, 1)),
        ];

        Trend.Of([Run(1, [Limit("allocatedBytes"), Limit("counters.tls.handshakes"), Limit("against.timeRatio")], figures)]).Lines
            .Select(line => line.Metric).Should().BeEquivalentTo("allocatedBytes", "counters.tls.handshakes");
    }

    [Fact]
    public void A_file_that_is_there_twice_counts_once() =>
        Trend.Of([Run(1, Exact(1)), Run(1, Exact(1)), Run(2, Exact(2))]).Lines.Single().Points.Should().HaveCount(2);

    [Fact]
    public void A_plot_shows_every_point_its_interval_its_limit_and_the_change()
    {
        var runs = new[] { 100.0, 100, 120 }.Select((value, i) =>
            Run(i, [Limit("allocatedBytes", max: 125)], ("allocatedBytes", new(value, i == 1 ? null : value - 1, value))));
        var line = Trend.Of(runs).Lines.Single();
        line = line with { Changes = [new(2, line.Points[2], 100, 120)] };

        var plot = new TrendPlot(line);

        (plot.Low, plot.High).Should().Be((99, 125));
        plot.Dots.Should().Be("M10 183.1h0M500 183.1h0M990 44.6h0");
        plot.Line.Should().Be("M10 183.1L500 183.1L990 44.6");
        plot.Band.Should().Be("M8 190H12V183.1H8ZM988 51.5H992V44.6H988Z");
        plot.LimitLines.Should().Equal("M0 10H255M255 10H745M745 10H1000");
        plot.ChangeLines.Should().Be("M745 0V200");
    }

    [Fact]
    public void A_limit_far_away_and_an_interval_without_bounds_do_not_squeeze_the_line()
    {
        var runs = new[] { 100.0, 110 }.Select((value, i) =>
            Run(i, [Limit("cpuTime", max: 1000)], ("cpuTime", new(value, 0, 1e9))));

        var plot = new TrendPlot(Trend.Of(runs).Lines.Single());

        (plot.Low, plot.High).Should().Be((100, 110));
        plot.LimitLines.Should().BeEmpty();
    }

    [Theory]
    [InlineData(0.01)]
    [InlineData(0.0)]
    public void Figures_that_are_all_0_are_a_line_below_their_limit(double limit)
    {
        var runs = new[] { 0.0, 0 }.Select((value, i) => Run(i, [Limit("counters.tls.handshakes", max: limit)],
            ("counters.tls.handshakes", new(value, value, value))));

        var plot = new TrendPlot(Trend.Of(runs).Lines.Single());

        plot.Line.Should().Be("M10 190L990 190");
        plot.Low.Should().Be(0);
        plot.High.Should().Be(limit > 0 ? limit : 0.5);
    }

    [Fact]
    public void Nothing_in_a_plot_depends_on_the_culture()
    {
        var trend = Trend.Of(Enumerable.Range(0, 7).Select(i => Run(i, ("timeRatio", new(1 + (i / 10.0), 0.9, null)))));
        var expected = TrendPage.Render(trend);
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
            TrendPage.Render(trend).Should().Be(expected);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void A_page_has_every_figure_as_text_and_every_plot_a_description()
    {
        var page = Page(Trend.Of([Run(1, Exact(1000)), Run(2, Exact(1000)), Run(3, Exact(1024))]));

        Text(page, "h2").Should().Equal("Where the level changed", "Orders.M", "How to read this");
        page.Descendants("svg").Single().Attribute("aria-label")!.Value.Should().Be(
            "allocatedBytes of Orders.M: 3 results: from 1,000 B to 1,024 B, last 1,024 B; one change of the level.");
        page.Descendants("svg").Single().Attribute("role")!.Value.Should().Be("img");
        Rows(page, 0).Should().Equal(
            "since|case|metric|change", "commit3, 2026-11-04 00:00|Orders.M|allocatedBytes|1,000 B → 1,024 B (+2.4 %), worse");
        Rows(page, 1).Should().Equal(
            "result|measured (UTC)|machine|figure|interval|limit|level",
            "commit1|2026-11-02 00:00|machine|1,000 B|exact||",
            "commit2|2026-11-03 00:00|machine|1,000 B|exact||",
            "commit3|2026-11-04 00:00|machine|1,024 B|exact||1,000 B → 1,024 B (+2.4 %), worse");
        var id = page.Descendants("figure").Single().Attribute("id")!.Value;
        page.Descendants("a").Single().Attribute("href")!.Value.Should().Be($"#{id}");
    }

    [Fact]
    public void A_page_asks_for_nothing_from_elsewhere() =>
        External().Matches(TrendPage.Render(Trend.Of([Run(1, Exact(1)), Run(2, Exact(2))]))).Should().BeEmpty();

    [Fact]
    public void Names_are_no_markup()
    {
        const string Evil = "</main><script>alert(\"1\")</script>&amp;'";
        var run = Run(1, Exact(1));
        run = run with
        {
            Source = new(Evil, Evil),
            Machine = run.Machine with { Name = Evil, System = Evil },
            Groups = [run.Groups[0] with { Cases = [run.Cases.Single() with { Name = Evil }] }],
        };

        var page = Page(Trend.Of([run, run with { Started = Day(9) }]));

        Text(page, "h2").Should().Contain(Evil);
        page.Descendants("script").Should().ContainSingle("the page has its own one");
    }

    [Fact]
    public void One_result_has_nothing_to_be_compared_with()
    {
        var page = Page(Trend.Of([Run(1, Exact(1))]));

        page.Value.Should().Contain("With one result there is nothing to compare.").And.Contain("No change was found.");
        page.Descendants("svg").Should().BeEmpty();
        Rows(page, 0).Should().HaveCount(2);
    }

    [Fact]
    public void Two_results_are_too_few_for_what_varies() =>
        Page(Trend.Of([Run(1, ("medianTime", new(1, 0, 2))), Run(2, ("medianTime", new(5, 4, 6)))])).Value
            .Should().Contain("figures that vary need 6 results").And.Contain("No change was found.");

    [Fact]
    public void A_page_of_no_results_says_so() => Page(Trend.Of([])).Value.Should().Contain("There are no results.");

    [Theory]
    [InlineData(0, nameof(Unit.Bytes), "0 B")]
    [InlineData(1234567, nameof(Unit.Bytes), "1,234,567 B")]
    [InlineData(999.96, nameof(Unit.Nanoseconds), "1,000 ns")]
    [InlineData(82497.5, nameof(Unit.Nanoseconds), "82.5 µs")]
    [InlineData(1.5e9, nameof(Unit.Nanoseconds), "1.5 s")]
    [InlineData(0.98538, nameof(Unit.Ratio), "0.9854×")]
    [InlineData(12121.57, nameof(Unit.PerSecond), "12,122 /s")]
    [InlineData(0.00139860, nameof(Unit.PerOperation), "0.001399")]
    [InlineData(-24, nameof(Unit.Bytes), "-24 B")]
    public void Figures_have_four_digits(double value, string unit, string text) =>
        FigureText.Format(value, Enum.Parse<Unit>(unit)).Should().Be(text);

    private static DateTimeOffset Day(int day) => new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero).AddDays(day);

    private static (string, Figure)[] Exact(double bytes) => [("allocatedBytes", new(bytes, bytes, bytes))];

    private static ResultsDocument Run(int day, params (string Metric, Figure Figure)[] figures) => Run(day, [], figures);

    private static ResultsDocument Run(int day, LimitResults[] limits, params (string Metric, Figure Figure)[] figures)
    {
        var one = Recorded.Case("M", CaseVerdict.Passed, limits) with { Metrics = figures.ToDictionary(f => f.Metric, f => f.Figure) };
        return Recorded.Document with
        {
            Started = Day(day),
            Source = new($"commit{day}", "main"),
            Groups = [new("Orders", 0, null, [], [], [one])],
        };
    }

    private static LimitResults Limit(string metric, double max = 10) => Recorded.Limit(metric, max, LimitStatus.Within, null, 1);

    /// <summary>The page is XML, too, except for what is neither text nor an element.</summary>
    private static XElement Page(Trend trend) =>
        XDocument.Parse(Raw().Replace(TrendPage.Render(trend), match => $"{match.Groups[1]}{match.Groups[3]}")).Root!;

    private static IEnumerable<string> Text(XElement page, string element) => page.Descendants(element).Select(one => one.Value);

    private static IEnumerable<string> Rows(XElement page, int table) => page.Descendants("table").ElementAt(table).Descendants("tr")
        .Select(row => string.Join('|', row.Elements().Select(cell => cell.Value)));

    [GeneratedRegex("(<(style|script)>).*?(</\\2>)|<meta [^>]*>", RegexOptions.Singleline)]
    private static partial Regex Raw();

    [GeneratedRegex("""https?:|//[a-z]|\bsrc=|@import|url\(|<link|href="[^#]""", RegexOptions.IgnoreCase)]
    private static partial Regex External();
}
