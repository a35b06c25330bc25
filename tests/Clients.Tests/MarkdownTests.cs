using System.Text.Json;
using FluentAssertions;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Tables;
using Xunit;
using static HttpPerf.Clients.Tests.FakeSubject;

namespace HttpPerf.Clients.Tests;

public class MarkdownTests
{
    private static readonly PublishedTable Table = new(
        "table",
        "A table",
        "What it shows.",
        new(subject => subject.Name == "wrk", run => run.RequestsPerSecond),
        [
            new("client", false, row => row.Measured.Subject.Name),
            new("requests/s", true, row => row.Figure is { } figure ? Column.Count(figure) : null),
            Column.Ratio,
            Column.Interval,
            Column.Median,
            Column.P99,
        ],
        []);

    private static readonly TableResults Results = ResultsOf(
        new(Answering("wrk"), Rounds(8, 100_000)),
        new(Answering("half"), [.. Rounds(4, 40_000), .. Rounds(4, 62_000)]),
        new(Answering("slow"), Rounds(2, 5_000)),
        new(Missing("hey"), []),
        new(Answering("broken"), [], "It ended with exit code 1."));

    [Fact]
    public void Every_row_has_its_figures_or_the_reason_why_it_has_none() => Markdown.Render(Results).Should().Be(
        """
        # A table

        What it shows.

        8 rounds of 0.3 s each, in random order; intervals 95 %.
        2026-01-01 00:00 UTC, 2 cores (processor) that the server shares, .NET, Linux; load average 0.1 before, unknown after.

        ## 64 connections

        | client | requests/s |  ratio |       interval |    p50 |    p99 |
        | ------ | ---------: | -----: | -------------: | -----: | -----: |
        | wrk    |    100,000 |  1.00× |              – | 100 µs | 1.5 ms |
        | half   |     51,000 |  0.50× |    0.40×–0.62× | 100 µs | 1.5 ms |
        | slow   |      5,000 | 0.050× | too few rounds | 100 µs | 1.5 ms |
        | hey    |          – |      – |              – |      – |      – |
        | broken |          – |      – |              – |      – |      – |

        - **hey** is not installed: Install it.
        - **broken** failed: It ended with exit code 1.

        """);

    [Fact]
    public void Json_has_the_same()
    {
        using var json = JsonDocument.Parse(JsonResults.Render(Results));

        var section = json.RootElement.GetProperty("sections")[0];
        section.GetProperty("title").GetString().Should().Be("64 connections");
        var rows = section.GetProperty("rows").EnumerateArray().ToList();
        rows[1].GetProperty("ratio").GetProperty("value").GetDouble().Should().BeApproximately(Math.Sqrt(0.4 * 0.62), 1e-9);
        rows[2].GetProperty("ratio").GetProperty("upper").ValueKind.Should().Be(JsonValueKind.Null);
        rows[2].GetProperty("rounds").GetArrayLength().Should().Be(2);
        rows[3].GetProperty("missing").GetString().Should().Be("Install it.");
        rows[4].GetProperty("failure").GetString().Should().Be("It ended with exit code 1.");
    }

    [Fact]
    public void Only_a_client_that_is_installed_and_has_no_figures_is_a_failure()
    {
        Results.HasFailures.Should().BeTrue();
        ResultsOf(new(Answering("wrk"), Rounds(1, 1)), new(Missing("hey"), [])).HasFailures.Should().BeFalse();
    }

    private static TableResults ResultsOf(params MeasuredSubject[] measured) => new(
        Table,
        Plan.Quick,
        new("2026-01-01 00:00 UTC", ".NET", "Linux", "processor", 2, 0.1),
        [new("64 connections", Table.Rows.Of(measured))]);

    private static RunAnswer[] Rounds(int count, long requests) => [.. Enumerable.Repeat(Answer(requests), count)];
}
