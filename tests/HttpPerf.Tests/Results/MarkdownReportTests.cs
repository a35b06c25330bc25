using System.Text;
using FluentAssertions;
using HttpPerf.Reports;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class MarkdownReportTests
{
    [Fact]
    public void What_did_not_pass_is_in_full_and_the_rest_folded() => MarkdownReport.Write(Recorded.Document, []).Should().Be(
        """
        ## Perf: 1 of 3 cases passed, 1 failed, 1 no limit

        ### Orders.Get: **failed**

        ```
        Orders.Get allocates 1,024 B/op; thresholds.json:4 allows 1,000 B/op.
        ```

        ### Orders.Add: **no limit**

        ```

        ```

        <details><summary>Orders</summary>

        | case | median | time ratio | allocated | verdict |
        |---|---:|---:|---:|---|
        | List | 1.0 µs/op | 1.15× (1.10…1.19) | - | passed |
        | Get | - | - | 1,024 B/op | **failed** |
        | Add | - | - | - | **no limit** |

        - Api on Kestrel in a child process (http://127.0.0.1:5000). Api listened after 300 ms (cold start).
        - Scheduled with short slices.

        </details>

        .NET 10.0.12, GC workstation, 2 × Processor, Linux, commit a1b2c3d of main, 2026-11-23 14:10 UTC, HttpPerf 0.1.0

        """);

    [Fact]
    public void A_message_can_not_end_its_fence() =>
        Write(Failed("M", "before\n````\nafter")).Should().Contain("\n`````\nbefore\n````\nafter\n`````\n");

    [Fact]
    public void A_name_is_no_markup_and_ends_no_table()
    {
        var named = Recorded.Case("M", CaseVerdict.Passed) with { Parameters = "Text: |<b>*a*\r\n_b_" };

        Write(named).Should().Contain("| M(Text: &#124;&#60;b&#62;&#42;a&#42; &#95;b&#95;) | passed |");
    }

    [Fact]
    public void A_figure_is_no_markup_and_notifies_nobody()
    {
        var named = Recorded.Case("M", CaseVerdict.Passed) with
        {
            Metrics = new Dictionary<string, Figure> { ["allocatedBytes"] = new(1, 1, 1) { Text = "| </details> @all \u202E" } },
        };

        Write(named).Should().Contain("| M | &#124; &#60;/details&#62; &#64;all &#92;u202E | passed |");
    }

    [Fact]
    public void A_limited_counter_has_a_column()
    {
        var limit = Recorded.Limit("counters.tls.handshakes", 1, LimitStatus.Within, null, 1);
        var counted = Recorded.Case("M", CaseVerdict.Passed, limit) with
        {
            Metrics = new Dictionary<string, Figure> { [limit.Metric] = new(1, 1, 1) { Text = "1.00" } },
        };

        Write(counted).Should().Contain("| case | counters.tls.handshakes | verdict |").And.Contain("| M | 1.00 | passed |");
    }

    [Fact]
    public void What_was_not_run_is_named_first() =>
        MarkdownReport.Write(Recorded.Document, ["Orders.Put", "Orders.Delete(Id: *)"])
            .Should().Contain("\n\n**Not run**: Orders.Put, Orders.Delete(Id: &#42;)\n\n### Orders.Get");

    [Theory]
    [InlineData(400)]
    [InlineData(2_000)]
    [InlineData(20_000)]
    public void It_is_not_longer_than_allowed_and_cut_between_sections(int most)
    {
        var cases = Enumerable.Range(0, 100).Select(i => Failed($"M{i}", new string('ä', 300))).ToArray();

        var text = MarkdownReport.Write(Document(cases), [], most);

        Encoding.UTF8.GetByteCount(text).Should().BeLessThanOrEqualTo(most);
        text.Should().EndWith("Everything is in results.json.\n");
        var lines = text.Split('\n');
        lines.Count(line => line == "```").Should().Be(2 * lines.Count(line => line.StartsWith("###", StringComparison.Ordinal)));
    }

    private static CaseResults Failed(string method, string message) =>
        Recorded.Case(method, CaseVerdict.Failed) with { Message = message };

    private static string Write(params CaseResults[] cases) => MarkdownReport.Write(Document(cases), []);

    private static ResultsDocument Document(params CaseResults[] cases) =>
        Recorded.Document with { Groups = [new("Orders", 0, null, [], [], cases)] };
}
