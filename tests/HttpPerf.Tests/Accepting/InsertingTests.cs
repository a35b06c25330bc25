using System.Text;
using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Accepting;
using Xunit;

namespace HttpPerf.Tests.Accepting;

/// <summary>Where a limit is put into a text that doesn't have it yet.</summary>
public sealed class InsertingTests
{
    [Fact]
    public void A_new_entry_follows_the_last_of_its_class() =>
        Insert(
            """
            {
              "benchmarks": {
                "Orders.Get": { "timeRatio": 1.1 },
                "Orders.*(Size: 1.5)": { "timeRatio": 1.2 },

                "Other.Get": { "timeRatio": 1.3 }
              }
            }
            """,
            "Orders.New(Size: 2.5)", "timeRatio").Should().Be(
            """
            {
              "benchmarks": {
                "Orders.Get": { "timeRatio": 1.1 },
                "Orders.*(Size: 1.5)": { "timeRatio": 1.2 },
                "Orders.New(Size: 2.5)": { "timeRatio": 7 },

                "Other.Get": { "timeRatio": 1.3 }
              }
            }
            """);

    [Fact]
    public void An_entry_of_a_new_class_is_the_last() =>
        Insert("""{ "benchmarks": { "A.B": { "timeRatio": 1 }, "C.D": { "timeRatio": 2 } } }""", "B.X", "timeRatio").Should().Be(
            """{ "benchmarks": { "A.B": { "timeRatio": 1 }, "C.D": { "timeRatio": 2 }, "B.X": { "timeRatio": 7 } } }""");

    [Fact]
    public void An_entry_over_several_lines_has_neighbours_of_the_same_form() =>
        Insert(
            """
            { "benchmarks": {
                "A.B": {
                    "timeRatio": 1, // one
                    "allocatedBytes": 2
                }
            } }
            """,
            "A.C", "against", "counters", "x").Should().Be(
            """
            { "benchmarks": {
                "A.B": {
                    "timeRatio": 1, // one
                    "allocatedBytes": 2
                },
                "A.C": {
                    "against": { "counters": { "x": 7 } }
                }
            } }
            """);

    [Fact]
    public void Braces_on_lines_of_their_own_stay_the_habit() =>
        Insert("{\n  \"benchmarks\":\n  {\n    \"A.B\":\n    {\n      \"timeRatio\": 1\n    }\n  }\n}", "A.C", "timeRatio").Should().Be(
            "{\n  \"benchmarks\":\n  {\n    \"A.B\":\n    {\n      \"timeRatio\": 1\n    },\n"
            + "    \"A.C\":\n    {\n      \"timeRatio\": 7\n    }\n  }\n}");

    [Theory]
    [InlineData("{ }", "{ \"A.B\": { \"timeRatio\": 7 } }")]
    [InlineData("{}", "{ \"A.B\": { \"timeRatio\": 7 } }")]
    [InlineData("{ /* none */ }", "{ /* none */ \"A.B\": { \"timeRatio\": 7 } }")]
    [InlineData("{\n}", "{\n  \"A.B\": { \"timeRatio\": 7 }\n}")]
    [InlineData("{ // none\r\n}", "{ // none\r\n  \"A.B\": { \"timeRatio\": 7 }\r\n}")]
    [InlineData("{\n  // none\n}", "{\n  // none\n  \"A.B\": { \"timeRatio\": 7 }\n}")]
    [InlineData("{\n  /* none */ }", "{\n  /* none */\n  \"A.B\": { \"timeRatio\": 7 } }")]
    public void An_empty_object_gets_its_first_entry(string benchmarks, string expected) =>
        Insert($"{{ \"benchmarks\": {benchmarks} }}", "A.B", "timeRatio").Should().Be($"{{ \"benchmarks\": {expected} }}");

    [Theory]
    [InlineData("\n")]
    [InlineData("\r\n")]
    public void An_empty_object_on_a_line_of_its_own_is_opened(string newLine) =>
        Insert($"{{{newLine}\t\"benchmarks\": {{ }}{newLine}}}", "A.B", "timeRatio").Should().Be(
            $"{{{newLine}\t\"benchmarks\": {{{newLine}\t\t\"A.B\": {{ \"timeRatio\": 7 }}{newLine}\t}}{newLine}}}");

    [Theory]
    [InlineData("""{"benchmarks":{}}""", """{"benchmarks":{"A.B":{"timeRatio":7}}}""")]
    [InlineData(
        """{"benchmarks":{"X.Y":{"timeRatio":1}}}""", """{"benchmarks":{"X.Y":{"timeRatio":1},"A.B":{"timeRatio":7}}}""")]
    [InlineData(
        """{"benchmarks": {"X.Y": {"timeRatio": 1}}}""", """{"benchmarks": {"X.Y": {"timeRatio": 1}, "A.B": {"timeRatio": 7}}}""")]
    public void A_file_of_one_line_stays_one(string text, string expected) => Insert(text, "A.B", "timeRatio").Should().Be(expected);

    [Theory]
    [InlineData("""{ "timeRatio": 1 }""", """{ "timeRatio": 1, "allocatedBytes": 7 }""")]
    [InlineData("""{ "timeRatio": 1, }""", """{ "timeRatio": 1, "allocatedBytes": 7, }""")]
    [InlineData("""{"timeRatio":1,"cpuRatio":2}""", """{"timeRatio":1,"cpuRatio":2,"allocatedBytes":7}""")]
    [InlineData("{ \"timeRatio\": 1 // x\n }", "{ \"timeRatio\": 1, // x\n\"allocatedBytes\": 7\n }")]
    [InlineData("{ \"timeRatio\": 1 /* x */ }", "{ \"timeRatio\": 1 /* x */, \"allocatedBytes\": 7 }")]
    [InlineData("{ \"timeRatio\": 1 /* x */ // y\n }", "{ \"timeRatio\": 1, /* x */ // y\n\"allocatedBytes\": 7\n }")]
    [InlineData("{\n\t\"timeRatio\": 1 }", "{\n\t\"timeRatio\": 1,\n\t\"allocatedBytes\": 7 }")]
    public void A_limit_is_added_at_the_end_of_its_entry(string entry, string expected) =>
        Insert($"{{ \"benchmarks\": {{\n\"A.B\": {entry} }} }}", "A.B", "allocatedBytes").Should().Be(
            $"{{ \"benchmarks\": {{\n\"A.B\": {expected} }} }}");

    [Theory]
    [InlineData("""{ "timeRatio": 1 }""", """{ "timeRatio": 1, "counters": { "x": 7 } }""")]
    [InlineData("""{"counters": {"y": 1}}""", """{"counters": {"y": 1, "x": 7}}""")]
    public void A_section_is_added_with_its_limit(string entry, string expected) =>
        Insert($"{{ \"benchmarks\": {{ \"A.B\": {entry} }} }}", "A.B", "counters", "x").Should().Be(
            $"{{ \"benchmarks\": {{ \"A.B\": {expected} }} }}");

    [Theory]
    [InlineData("\"A.B\": { \"timeRatio\": 1 }, // one\n  \"C.D\": { \"timeRatio\": 2 }",
        "\"A.B\": { \"timeRatio\": 1 }, // one\n  \"A.X\": { \"timeRatio\": 7 },\n  \"C.D\": { \"timeRatio\": 2 }")]
    [InlineData("\"A.B\": { \"timeRatio\": 1 }, /* one */\n  // two\n  \"C.D\": { \"timeRatio\": 2 }",
        "\"A.B\": { \"timeRatio\": 1 }, /* one */\n  \"A.X\": { \"timeRatio\": 7 },\n  // two\n  \"C.D\": { \"timeRatio\": 2 }")]
    [InlineData("\"A.B\": { \"timeRatio\": 1 } // one",
        "\"A.B\": { \"timeRatio\": 1 }, // one\n  \"A.X\": { \"timeRatio\": 7 }")]
    [InlineData("\"A.B\": { \"timeRatio\": 1 }, // one",
        "\"A.B\": { \"timeRatio\": 1 }, // one\n  \"A.X\": { \"timeRatio\": 7 },")]
    [InlineData("\"A.B\": { \"timeRatio\": 1 }, /* two */ \"C.D\": { \"timeRatio\": 2 }",
        "\"A.B\": { \"timeRatio\": 1 }, \"A.X\": { \"timeRatio\": 7 }, /* two */ \"C.D\": { \"timeRatio\": 2 }")]
    public void A_comment_stays_where_it_is(string entries, string expected) =>
        Insert($"{{\n \"benchmarks\": {{\n  {entries}\n }}\n}}", "A.X", "timeRatio").Should().Be(
            $"{{\n \"benchmarks\": {{\n  {expected}\n }}\n}}");

    [Fact]
    public void A_byte_order_mark_and_carriage_returns_stay()
    {
        var edit = new ThresholdsEdit(
            [0xEF, 0xBB, 0xBF, .. "{\r\n  \"benchmarks\": {\r\n    \"A.B\": { \"timeRatio\": 1 }\r\n  }\r\n}\r\n"u8]);
        edit.Set("A.C", ["timeRatio"], new(null, 7));

        edit.Text.Should().Equal((byte[])
        [
            0xEF, 0xBB, 0xBF,
            .. "{\r\n  \"benchmarks\": {\r\n    \"A.B\": { \"timeRatio\": 1 },\r\n    \"A.C\": { \"timeRatio\": 7 }\r\n  }\r\n}\r\n"u8,
        ]);
    }

    [Fact]
    public void A_name_is_escaped_only_where_JSON_asks_for_it() =>
        Insert("""{ "benchmarks": {} }""", "Größe.<A>(\"x\": \\)", "timeRatio").Should().Be(
            """{ "benchmarks": { "Größe.<A>(\"x\": \\)": { "timeRatio": 7 } } }""");

    [Fact]
    public void Two_bounds_make_an_object()
    {
        var edit = new ThresholdsEdit([.. """{ "benchmarks": {} }"""u8]);
        edit.Set("A.B", ["timeRatio"], new Bounds(0.5, 1e21));

        Encoding.UTF8.GetString(edit.Text).Should().Be("""{ "benchmarks": { "A.B": { "timeRatio": { "min": 0.5, "max": 1E+21 } } } }""");
    }

    private static string Insert(string text, string entry, params string[] path)
    {
        var edit = new ThresholdsEdit(Encoding.UTF8.GetBytes(text));
        edit.Set(entry, path, new(null, 7));
        return Encoding.UTF8.GetString(edit.Text);
    }
}
