using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class CounterSelectionTests
{
    private const string Right = "Write \"my.counter\" or \"my.counter{color=red,size=2}\".";

    [Theory]
    [InlineData("tls.handshakes", "tls.handshakes")]
    [InlineData(" tls.handshakes ", "tls.handshakes")]
    [InlineData("my.counter{color=red,size=2}", "my.counter{color=red,size=2}")]
    [InlineData("my.counter { size = 2, color=red } ", "my.counter{color=red,size=2}")]
    [InlineData("my.counter{empty=}", "my.counter{empty=}")]
    [InlineData("my.counter{url=http://localhost/?a=b}", "my.counter{url=http://localhost/?a=b}")]
    [InlineData("my.counter{http.route=/orders/{id,kind},size=2}", "my.counter{http.route=/orders/{id,kind},size=2}")]
    [InlineData("Größe der Antwort", "Größe der Antwort")]
    public void A_selection_is_written_in_one_way(string text, string normal)
    {
        CounterSelection.Parse(text).ToString().Should().Be(normal);
        CounterSelection.Parse(normal).ToString().Should().Be(normal);
    }

    [Theory]
    [InlineData("", "names no counter. " + Right)]
    [InlineData(" ", "names no counter. " + Right)]
    [InlineData("{color=red}", "names no counter. " + Right)]
    [InlineData("my.counter{color=red", "has braces that don't match. " + Right)]
    [InlineData("my.counter{color={red}", "has braces that don't match. " + Right)]
    [InlineData("my.counter{color=red}}", "has braces that don't match. " + Right)]
    [InlineData("my.counter{color=red}size", "has braces that don't match. " + Right)]
    [InlineData("my.counter{color=red}{size=2}", "has braces that don't match. " + Right)]
    [InlineData("my.counter}", "has braces that don't match. " + Right)]
    [InlineData("my.counter{}", "has a tag without a name and \"=\". " + Right)]
    [InlineData("my.counter{color}", "has a tag without a name and \"=\". " + Right)]
    [InlineData("my.counter{=red}", "has a tag without a name and \"=\". " + Right)]
    [InlineData("my.counter{color=red,}", "has a tag without a name and \"=\". " + Right)]
    [InlineData("my.counter{color=red, color=blue}", "names a tag twice. Keep one of them.")]
    public void What_selects_nothing_is_refused_in_words_that_go_on_after_it(string text, string problem) =>
        FluentActions.Invoking(() => CounterSelection.Parse(text)).Should().Throw<FormatException>().WithMessage(problem);

    [Theory]
    [InlineData("my.counter", true)]
    [InlineData("my.counter{color=red}", true)]
    [InlineData("my.counter{size=2,color=red}", true)]
    [InlineData("my.counter{color=blue}", false)]
    [InlineData("my.counter{color=Red}", false)]
    [InlineData("my.counter{color=red,shape=round}", false)]
    [InlineData("my", false)]
    public void A_reading_is_selected_by_its_name_and_every_tag_that_is_named(string text, bool selected) =>
        CounterSelection.Parse(text)
            .Selects(new CounterReading("my.counter", new Dictionary<string, string> { ["size"] = "2", ["color"] = "red" }, 1))
            .Should().Be(selected);

    [Fact]
    public void Metrics_of_one_counter_are_equal_however_it_is_written()
    {
        Metric.Counter("my.counter{size=2,color=red}").Should().Be(Metric.Counter("my.counter{ color=red, size=2 }"));
        Metric.Counter("my.counter").Should().NotBe(Metric.CounterPerSecond("my.counter"));
        Metric.Counter("my.counter").Name.Should().Be("counters.my.counter");
        Metric.CounterPerSecond("my.counter").Name.Should().Be("countersPerSecond.my.counter");
        Metric.Counter("my.counter{color=red}").Selection!.ToString().Should().Be("my.counter{color=red}");
    }

    [Fact]
    public void Only_counters_select_one() => Metric.All.Should().OnlyContain(metric => metric.Selection == null);

    [Fact]
    public void A_metric_of_no_counter_is_refused_with_what_is_wrong() =>
        FluentActions.Invoking(() => Metric.Counter("my.counter{color}")).Should().Throw<ArgumentException>()
            .WithMessage($"\"my.counter{{color}}\" has a tag without a name and \"=\". {Right} (Parameter 'name')");
}
