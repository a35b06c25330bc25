using System.Text;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Accepting;
using Xunit;

namespace HttpPerf.Tests.Accepting;

/// <summary>How a limit changes that a text has, and how an entry leaves it.</summary>
public sealed class ReplacingTests
{
    [Fact]
    public void Only_the_number_is_replaced() =>
        Set("{\"benchmarks\" : {\t\"A.B\":{ /* a */ \"timeRatio\" :1.50e0 , // b\r\n }, } }", "A.B", ["timeRatio"], max: 2.25).Should().Be(
            "{\"benchmarks\" : {\t\"A.B\":{ /* a */ \"timeRatio\" :2.25 , // b\r\n }, } }");

    [Theory]
    [InlineData("""{ "timeRatio": 5 }""", null, 7.0, """{ "timeRatio": 7 }""")]
    [InlineData("""{ "timeRatio": 5 }""", 3.0, null, """{ "timeRatio": { "min": 3, "max": 5 } }""")]
    [InlineData("""{"timeRatio":5}""", 3.0, 7.0, """{"timeRatio":{"min":3,"max":7}}""")]
    [InlineData("""{"timeRatio": 5}""", 3.0, 7.0, """{"timeRatio": {"min": 3, "max": 7}}""")]
    [InlineData("""{ "timeRatio": { "min": 1, "max": 5 } }""", null, 7.0, """{ "timeRatio": { "min": 1, "max": 7 } }""")]
    [InlineData("""{ "timeRatio": { "max": 5, "min": 1 } }""", 3.0, null, """{ "timeRatio": { "max": 5, "min": 3 } }""")]
    [InlineData("""{ "timeRatio": { "min": 1 } }""", null, 7.0, """{ "timeRatio": { "min": 1, "max": 7 } }""")]
    [InlineData("""{ "timeRatio": { "max": 5 } }""", 3.0, null, """{ "timeRatio": { "max": 5, "min": 3 } }""")]
    public void A_limit_is_a_maximum_or_an_object(string entry, double? min, double? max, string expected) =>
        Set($"{{ \"benchmarks\": {{ \"A.B\": {entry} }} }}", "A.B", ["timeRatio"], min, max).Should().Be(
            $"{{ \"benchmarks\": {{ \"A.B\": {expected} }} }}");

    [Theory]
    [InlineData("""{ "timeRatio": 5 }""", """{ "timeRatio": 5, "allocatedBytes": { "amounts": [1024, 1072.5] } }""")]
    [InlineData("""{"allocatedBytes":5}""", """{"allocatedBytes":{"amounts":[1024, 1072.5]}}""")]
    [InlineData("""{ "allocatedBytes": { "min": 1, "max": 5 } }""", """{ "allocatedBytes": { "amounts": [1024, 1072.5] } }""")]
    [InlineData("""{ "allocatedBytes": { "amounts": [ 7 ] } }""", """{ "allocatedBytes": { "amounts": [1024, 1072.5] } }""")]
    public void Amounts_replace_a_limit(string entry, string expected)
    {
        var edit = new ThresholdsEdit(Encoding.UTF8.GetBytes($"{{ \"benchmarks\": {{ \"A.B\": {entry} }} }}"));
        edit.Set("A.B", ["allocatedBytes"], new(null, null, [1024, 1072.5]));
        Encoding.UTF8.GetString(edit.Text).Should().Be($"{{ \"benchmarks\": {{ \"A.B\": {expected} }} }}");
    }

    [Theory]
    [InlineData(null, 7.0, """{ "allocatedBytes": 7 }""")]
    [InlineData(3.0, null, """{ "allocatedBytes": { "min": 3 } }""")]
    [InlineData(3.0, 7.0, """{ "allocatedBytes": { "min": 3, "max": 7 } }""")]
    public void Bounds_replace_amounts(double? min, double? max, string expected) =>
        Set("""{ "benchmarks": { "A.B": { "allocatedBytes": { "amounts": [5, 6] } } } }""", "A.B", ["allocatedBytes"], min, max)
            .Should().Be($"{{ \"benchmarks\": {{ \"A.B\": {expected} }} }}");

    [Theory]
    [InlineData("x.y{b=2,a=1}", " x.y { a = 1 , b=2 } ")]
    [InlineData("x.y{http.route=/{id}}", "x.y{ http.route = /{id} }")]
    [InlineData("tls.handshakes", " tls.handshakes")]
    public void A_counter_is_found_however_it_is_written(string counter, string written) =>
        Set($"{{ \"benchmarks\": {{ \"A.B\": {{ \"counters\": {{ \"{written}\": 5 }} }} }} }}", "A.B", ["counters", counter], max: 7)
            .Should().Be($"{{ \"benchmarks\": {{ \"A.B\": {{ \"counters\": {{ \"{written}\": 7 }} }} }} }}");

    [Fact]
    public void Another_counter_is_another_one() =>
        Set("""{ "benchmarks": { "A.B": { "counters": { "x{a=12}": 5 } } } }""", "A.B", ["counters", "x{a=21}"], max: 7).Should().Be(
            """{ "benchmarks": { "A.B": { "counters": { "x{a=12}": 5, "x{a=21}": 7 } } } }""");

    [Fact]
    public void An_escaped_name_is_the_same() =>
        Set("""{ "benchmarks": { "\u0041.B": { "timeRatio": 5 } } }""", "A.B", ["timeRatio"], max: 7).Should().Be(
            """{ "benchmarks": { "\u0041.B": { "timeRatio": 7 } } }""");

    [Theory]
    [InlineData("""{ "settings": {} }""", "There is no object \"benchmarks\", which holds the limits. Add it, and run the tests.")]
    [InlineData("""{ "benchmarks": [] }""", "There is no object \"benchmarks\", which holds the limits. Add it, and run the tests.")]
    [InlineData(
        """{ "benchmarks": { "A.B": { "timeRatio": "5" } } }""", "\"A.B → timeRatio\" is not a limit. Correct it, and run the tests.")]
    [InlineData("""{ "benchmarks": { "A.B": 5 } }""", "\"A.B\" is not a limit. Correct it, and run the tests.")]
    public void What_is_no_file_of_limits_is_refused(string text, string message) =>
        FluentActions.Invoking(() => Set(text, "A.B", ["timeRatio"], max: 7)).Should().Throw<ResultsException>().WithMessage(message);

    [Theory]
    [InlineData("""{ "benchmarks": { "A.B": { "timeRatio": 5 """)]
    [InlineData("""{ "benchmarks": {} } {""")]
    [InlineData("""{ "benchmarks": { "\ud800": {} } }""")]
    public void A_malformed_text_is_refused(string text) =>
        FluentActions.Invoking(() => Set(text, "A.B", ["timeRatio"], max: 7)).Should().Throw<JsonException>();

    [Theory]
    [InlineData("  \"A.A\": {},\n  \"A.B\": {}, // b\n  \"A.C\": {}\n", "  \"A.A\": {},\n  \"A.C\": {}\n")]
    [InlineData("  // b\n  \"A.B\": {},\n  \"A.C\": {}\n", "  // b\n  \"A.C\": {}\n")]
    [InlineData("  \"A.A\": {}, // a\n  \"A.B\": {} // b\n", "  \"A.A\": {} // a\n")]
    [InlineData("  \"A.A\": {}, // a\n  \"A.B\": {}, // b\n", "  \"A.A\": {}, // a\n")]
    [InlineData("  \"A.A\": {}, // a\n  \"A.B\": {} ", "  \"A.A\": {} // a\n ")]
    [InlineData("  \"A.A\": {}\n, \"A.B\": {}\n", "  \"A.A\": {}\n\n")]
    [InlineData("  \"A.A\": {}, \"A.B\": {}, // b\n  \"A.C\": {}\n", "  \"A.A\": {},\n  \"A.C\": {}\n")]
    [InlineData("  \"A.B\": {}, /* c */ \"A.C\": {}\n", "  /* c */ \"A.C\": {}\n")]
    [InlineData("  \"A.B\": {\n    \"timeRatio\": 1\n  }\n", "")]
    public void An_entry_is_removed_with_its_line_and_the_comment_that_ends_it(string entries, string expected) =>
        Remove($"{{ \"benchmarks\": {{\n{entries}}} }}").Should().Be($"{{ \"benchmarks\": {{\n{expected}}} }}");

    [Theory]
    [InlineData("""{ "A.A": {}, "A.B": {}, "A.C": {} }""", """{ "A.A": {}, "A.C": {} }""")]
    [InlineData("""{ "A.A": {}, "A.B": {} }""", """{ "A.A": {} }""")]
    [InlineData("""{ "A.B": {}, }""", """{ }""")]
    [InlineData("""{"A.B":{}}""", """{}""")]
    [InlineData("""{"A.A":{},"A.B":{},"A.C":{}}""", """{"A.A":{},"A.C":{}}""")]
    public void An_entry_is_removed_from_a_line(string benchmarks, string expected) =>
        Remove($"{{ \"benchmarks\": {benchmarks} }}").Should().Be($"{{ \"benchmarks\": {expected} }}");

    private static string Set(string text, string entry, string[] path, double? min = null, double? max = null)
    {
        var edit = new ThresholdsEdit(Encoding.UTF8.GetBytes(text));
        edit.Set(entry, path, new(min, max));
        return Encoding.UTF8.GetString(edit.Text);
    }

    private static string Remove(string text)
    {
        var edit = new ThresholdsEdit(Encoding.UTF8.GetBytes(text));
        edit.Remove("A.B");
        return Encoding.UTF8.GetString(edit.Text);
    }
}
