using System.Globalization;
using FluentAssertions;
using HttpPerf.Reporting;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>All under a culture with other separators than the invariant one's.</summary>
public sealed class FiguresTests
{
    public FiguresTests() => CultureInfo.CurrentCulture = new CultureInfo("de-DE");

    [Theory]
    [InlineData("allocatedBytes", 0, "0 B/op")]
    [InlineData("allocatedBytes", 24.5, "24.5 B/op")]
    [InlineData("allocatedBytes", 1_234_567, "1,234,567 B/op")]
    [InlineData("allocatedRatio", 0.2, "0.20×")]
    [InlineData("timeRatio", 1, "1.00×")]
    [InlineData("timeRatio", 1.004, "1.004×")]
    [InlineData("timeRatio", 0.996, "0.996×")]
    [InlineData("timeRatio", 1.25, "1.25×")]
    [InlineData("timeRatio", double.PositiveInfinity, "∞×")]
    [InlineData("medianTime", 0.25, "0.3 ns/op")]
    [InlineData("medianTime", 999.94, "999.9 ns/op")]
    [InlineData("medianTime", 20_500, "20.5 µs/op")]
    [InlineData("medianTime", 1_251_000, "1.25 ms/op")]
    [InlineData("medianTime", 2_500_000_000, "2.50 s/op")]
    [InlineData("gen0Collections", 31.25, "31.25 per 1,000 operations")]
    [InlineData("gen2Collections", 0, "0 per 1,000 operations")]
    [InlineData("requestsPerSecond", 12_345.67, "12,345.7 requests/s")]
    [InlineData("requestsPerSecond", double.PositiveInfinity, "∞ requests/s")]
    public void Figures_have_the_metrics_unit_and_the_invariant_culture(string metric, double value, string text) =>
        Figures.Show(Metric.All.Single(m => m.Name == metric), value).Should().Be(text);

    [Theory]
    [InlineData(0, "0.00")]
    [InlineData(1, "1.00")]
    [InlineData(1.0025, "1.0025")]
    [InlineData(0.01, "0.01")]
    [InlineData(1 / 30.0, "0.0333")]
    [InlineData(0.00045, "0.00045")]
    [InlineData(1 / 3e6, "0.000000333")]
    [InlineData(-0.5, "-0.50")]
    [InlineData(9.9999, "9.9999")]
    [InlineData(15.12345, "15.12")]
    [InlineData(1_234_567.5, "1,234,567.50")]
    public void Counts_show_what_happens_once_in_thousands_of_operations(double value, string text) =>
        Figures.Show(Metric.Counter("tls.handshakes"), value).Should().Be(text);

    [Theory]
    [InlineData("medianTime", 1_000, "1.0 µs/op")]
    [InlineData("medianTime", 1_000_000, "1.00 ms/op")]
    [InlineData("medianTime", 1_000_000_000, "1.00 s/op")]
    [InlineData("timeRatio", 0.896, "0.90×")]
    [InlineData("timeRatio", 0.904, "0.904×")]
    [InlineData("timeRatio", 1.096, "1.096×")]
    [InlineData("timeRatio", 1.104, "1.10×")]
    [InlineData("timeRatio", 1.0042, "1.004×")]
    [InlineData("timeRatio", double.NegativeInfinity, "-∞×")]
    [InlineData("gen0Collections", 3.14159, "3.14 per 1,000 operations")]
    public void Larger_units_begin_at_round_values_and_decimals_end_where_they_say_nothing(string metric, double value, string text) =>
        Figures.Show(Metric.All.Single(m => m.Name == metric), value).Should().Be(text);

    [Theory]
    [InlineData(1.24, 1.3, "1.24×", "1.30×")]
    [InlineData(1.2401, 1.24, "1.2401×", "1.2400×")]
    [InlineData(1.24, 1.24, "1.24×", "1.24×")]
    public void Different_ratios_look_different(double one, double other, string text, string otherText) =>
        Figures.FormatDistinct(Metric.AllocatedRatio, one, other).Should().Be((text, otherText));

    [Theory]
    [InlineData(100, 250, "between 100 B/op and 250 B/op")]
    [InlineData(0, double.PositiveInfinity, "at least 0 B/op")]
    [InlineData(double.NegativeInfinity, 250, "at most 250 B/op")]
    [InlineData(double.NegativeInfinity, double.PositiveInfinity, "an unknown amount")]
    public void A_range_leaves_out_a_bound_that_nobody_knows(double lower, double upper, string text) =>
        Figures.Between(Metric.AllocatedBytes, new Estimate(150, lower, upper)).Should().Be(text);

    [Fact]
    public void Changes_have_a_sign_and_no_more_digits_than_needed() =>
        new double?[] { 0.0184, -0.0184, 0.25, -0.25, 0, null }.Select(Figures.Change).Should().Equal(
            "+1.8 %", "-1.8 %", "+25 %", "-25 %", "+0.0 %", "-");

    [Fact]
    public void Parts_are_percentages() => Figures.Percent(0.0123).Should().Be("1.2 %");
}
