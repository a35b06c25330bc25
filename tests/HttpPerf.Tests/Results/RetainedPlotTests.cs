using FluentAssertions;
using HttpPerf.Reports.Html;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class RetainedPlotTests
{
    [Fact]
    public void A_leak_rises_from_the_bottom_to_the_top()
    {
        var plot = new RetainedPlot([100_000, 104_800, 109_600]);

        plot.Growth.Should().Be(9600);
        plot.Points().Should().Be("0,36 120,18 240,0");
    }

    [Fact]
    public void A_few_bytes_are_a_flat_line() => new RetainedPlot([100_000, 100_024]).Points().Should().Be("0,36 240,35.2");
}
