using System.Text;
using FluentAssertions;
using HttpPerf.Accepting;
using HttpPerf.Judging.Limits;
using HttpPerf.Tests.Results;
using Xunit;

namespace HttpPerf.Tests.Accepting;

/// <summary>Comments that say where limits of times were measured.</summary>
public sealed class LimitOriginTests
{
    private const string Said = "measured on 2 × Processor, .NET 10.0.12, 2026-11-23";

    private static readonly LimitOrigin Origin = LimitOrigin.Of(Recorded.Document.Machine, Recorded.Document.Started);

    [Theory]
    [InlineData(
        """{ "benchmarks": { "A": { "medianTime": 5 } } }""",
        """{ "benchmarks": { "A": { "medianTime": 5 } } } // """ + Said)]
    [InlineData(
        "{ \"benchmarks\": {\r\n  \"A\": { \"medianTime\": 5 },  \r\n  \"B\": {} } }",
        "{ \"benchmarks\": {\r\n  \"A\": { \"medianTime\": 5 }, // " + Said + "\r\n  \"B\": {} } }")]
    [InlineData(
        "{ \"benchmarks\": { \"A\": {\n \"medianTime\": {\n \"max\": 5 } } } }",
        "{ \"benchmarks\": { \"A\": {\n \"medianTime\": { // " + Said + "\n \"max\": 5 } } } }")]
    [InlineData(
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 } // the slow one\n } }",
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 } // the slow one; " + Said + "\n } }")]
    [InlineData(
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 } // slow; measured on 8 × Other, .NET 9.0.1, 2025-01-02!\n } }",
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 } // slow; " + Said + "!\n } }")]
    [InlineData(
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 }, \"x//y\\\"/*\": {}\n } }",
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 }, \"x//y\\\"/*\": {} // " + Said + "\n } }")]
    [InlineData(
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 /* slow\n */ } } }",
        "{ \"benchmarks\": { \"A\": { \"medianTime\": 5 /* slow\n */ } } }")]
    public void A_line_ends_with_where_its_limit_was_measured(string before, string after)
    {
        var edit = new ThresholdsEdit(Encoding.UTF8.GetBytes(before));

        edit.Comment("A", ["medianTime"], Origin);

        Encoding.UTF8.GetString(edit.Text).Should().Be(after);
        JsonMember.Parse(edit.Text).Find("benchmarks").Should().NotBeNull();
    }

    [Fact]
    public void It_is_read_again() =>
        LimitOrigin.Find($"{{\n \"A\": 5 // slow, {Said}\n}} // measured on a Sunday").Should().BeEquivalentTo(
            new Dictionary<int, LimitOrigin> { [2] = Origin });

    [Theory]
    [InlineData("2 × Processor", ".NET 10.0.99", true)]
    [InlineData("2 × Processor", ".NET 10.1.12", false)]
    [InlineData("2 × Processor", ".NET 11.0.12", false)]
    [InlineData("4 × Processor", ".NET 10.0.12", false)]
    public void Patches_of_the_runtime_make_no_difference(string machine, string runtime, bool isLike) =>
        Origin.IsLike(new(machine, runtime, "2027-01-01")).Should().Be(isLike);

    [Fact]
    public void A_name_with_line_breaks_stays_on_the_line() =>
        LimitOrigin.Of(Recorded.Document.Machine with { Processor = "A\nB" }, default).Machine.Should().Be("2 × A B");
}
