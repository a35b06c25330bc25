using FluentAssertions;
using HttpPerf.Reports.Html;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class ScaleTests
{
    [Fact]
    public void Equal_factors_have_equal_lengths()
    {
        var scale = new Scale(0.5, 2, 200);

        (scale.At(0.5), scale.At(1), scale.At(2)).Should().Be((0, 100, 200));
        (scale.At(-1), scale.At(0), scale.At(double.MaxValue)).Should().Be((0, 0, 200));
    }

    [Fact]
    public void A_figure_far_off_does_not_hide_the_others()
    {
        var scale = Scale.Of([0.9, 1, 1.1, 5000], 200);

        scale.Upper.Should().BeLessThan(30);
        (scale.At(1) - scale.At(0.9)).Should().BeGreaterThan(4);
    }

    [Theory]
    [InlineData(0.9, 1.3, "0.9 1 1.1 1.2 1.3")]
    [InlineData(0.99, 1.012, "0.99 0.995 1 1.005 1.01")]
    [InlineData(100, 10000, "100 500 2000 10000")]
    public void Ticks_are_round(double lower, double upper, string ticks) =>
        new Scale(lower, upper, 200).Ticks().Should().Equal(ticks.Split(' ').Select(double.Parse));

    [Theory]
    [InlineData(new double[0])]
    [InlineData(new[] { 1.0 })]
    [InlineData(new[] { 0, double.NaN, double.PositiveInfinity })]
    [InlineData(new[] { 1e-9, 1e12 })]
    public void Any_values_make_a_scale(double[] values)
    {
        var scale = Scale.Of(values, 200);

        (scale.Lower, scale.Upper).Should().Match<(double Lower, double Upper)>(s => s.Lower > 0 && s.Upper > s.Lower);
        scale.Ticks().Count.Should().BeInRange(1, 6);
    }
}
