using FluentAssertions;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Tables;
using Xunit;
using static HttpPerf.Clients.Tests.FakeSubject;

namespace HttpPerf.Clients.Tests;

public class RowsTests
{
    private static readonly Rows Rows = new(subject => subject.Name == "base", run => run.RequestsPerSecond);

    [Fact]
    public void A_ratio_is_that_of_the_same_round()
    {
        // The machine is ten times as fast after the first.
        var rows = Rows.Of([Measured("base", 100, 1000, 1000), Measured("half", 50, 500, 500)]);

        rows[1].Ratio!.Value.Value.Should().BeApproximately(0.5, 1e-9);
        rows[1].Figure.Should().Be(500);
        rows[0].Ratio.Should().Be(Estimate.Exact(1));
    }

    [Fact]
    public void An_interval_of_few_rounds_has_no_end()
    {
        var rows = Rows.Of([Measured("base", 100, 100, 100), Measured("other", 50, 60, 70)]);

        rows[1].Ratio.Should().BeEquivalentTo(new { Lower = 0.0, Upper = double.PositiveInfinity });
    }

    [Fact]
    public void An_interval_of_many_rounds_lies_between_them()
    {
        var ratios = Enumerable.Range(0, 12).Select(i => 50L + i).ToArray();

        var ratio = Rows.Of([Measured("base", [.. ratios.Select(_ => 100L)]), Measured("other", ratios)])[1].Ratio!.Value;

        // The ranks that Conover's normal approximation gives for the median of 12: 2 and 11.
        ratio.Lower.Should().BeApproximately(0.51, 1e-9);
        ratio.Upper.Should().BeApproximately(0.60, 1e-9);
        ratio.Value.Should().BeApproximately(Math.Sqrt(0.55 * 0.56), 1e-9);
    }

    [Fact]
    public void Latencies_are_those_of_all_rounds()
    {
        var row = Rows.Of([new(Answering("base"), [Latencies([10, 60], [30, 1]), Latencies([10, 38], [20, 1])])])[0];

        row.Median.Should().Be(10);
        row.P99.Should().Be(20);

        static RunAnswer Latencies(params long[][] buckets) => new(1, 0, 1) { Latency = buckets };
    }

    [Fact]
    public void Without_the_baseline_there_are_no_ratios()
    {
        var rows = Rows.Of([new(Missing("base"), []), Measured("other", 50)]);

        rows[0].Should().BeEquivalentTo(new { Figure = (double?)null, Ratio = (Estimate?)null, Note = "Install it." });
        rows[1].Should().BeEquivalentTo(new { Figure = 50.0, Ratio = (Estimate?)null, Note = (string?)null });
    }

    private static MeasuredSubject Measured(string name, params long[] requests) =>
        new(Answering(name), [.. requests.Select(of => Answer(of))]);
}
