using System.Xml.Linq;
using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public class StripPlotTests
{
    [Fact]
    public void Every_run_is_a_dot_right_of_its_tools_name_and_in_the_picture()
    {
        var picture = Render(isDark: false);

        picture.Descendants().Where(element => element.Name.LocalName == "text").Select(text => text.Value).Should()
            .Contain(["HttpPerf", "3 runs", "BenchmarkDotNet", "1 runs", "limit 1.05×"]);
        double[] dots = [.. picture.Descendants().Attributes("cx").Select(x => (double)x)];
        dots.Should().HaveCount(4).And.OnlyContain(x => x >= 150 && x <= 700);
        dots.Take(3).Should().BeInAscendingOrder();
        dots[3].Should().BeGreaterThan(dots[2]);
    }

    [Fact]
    public void Light_and_dark_differ_in_nothing_but_colors()
    {
        var (light, dark) = (Render(isDark: false), Render(isDark: true));

        $"{light}".Should().NotBe($"{dark}");
        Places(light).Should().Equal(Places(dark));
    }

    private static IEnumerable<string> Places(XElement picture) =>
        picture.Descendants().Attributes().Where(attribute => attribute.Name.LocalName is "x" or "y" or "cx" or "cy" or "x1" or "x2")
            .Select(attribute => attribute.Value);

    private static XElement Render(bool isDark) =>
        XElement.Parse(StripPlot.Render([("HttpPerf", [0.995, 1, 1.003]), ("BenchmarkDotNet", [1.2])], isDark));
}
