using System.Xml.Linq;
using FluentAssertions;
using Xunit;

namespace HttpPerf.GateQuality.Tests;

public class AgainstReportTests
{
    [Fact]
    public void A_change_is_found_only_if_the_message_says_so()
    {
        var report = Render(
            Run("changed client", Failed("Allocates24.Forecasts13KB", "Allocates24.Forecasts13KB allocates 24 B/op more than in before.")),
            Run("changed client", Failed("Allocates24.Forecasts13KB", "The server died.\nAt once.")),
            Run("changed client", new TestVerdict("Allocates24.Forecasts13KB", Outcome.Inconclusive, "It may or may not.")));

        report.Should().Contain("| +24 B in 13 KB | 2 | 1 of 3 (0.8–90.6 %) | 1 | 0 | 5.0 |");
        report.Should().EndWith("|---|---|---|\n| changed client | 2 | The server died. |\n");
    }

    [Fact]
    public void Every_failure_of_the_same_code_is_a_false_alarm()
    {
        var report = Render(
            Run("all", Failed("ReadPattern.GetStreamAsync", "It takes 1.10× its time."), new("Echo.Sync", Outcome.Passed, "")),
            Run("changed client", Failed("Copies.Forecasts", "It takes 1.20× its time.")));

        report.Should().Contain("| all | 2 | 1 | 2 | 1 of 2 (1.3–98.7 %) | 0 | 0 | 5.0 |");
        report.Should().Contain("| none in the client | 2 | 1 of 1 (2.5–100 %) | 0 | 0 | 5.0 |");
        report.Should().EndWith("| all | 2 | It takes 1.10× its time. |\n| changed client | 2 | It takes 1.20× its time. |\n");
    }

    [Theory]
    [InlineData("""<test name="A.B" result="Pass" />""", Outcome.Passed, "")]
    [InlineData("""<test name="A.B" result="Pass"><warnings><warning>Why</warning></warnings></test>""", Outcome.Inconclusive, "Why")]
    [InlineData("""<test name="A.B" result="Fail"><failure><message>Why</message></failure></test>""", Outcome.Failed, "Why")]
    [InlineData(
        """<test name="A.B" result="Fail"><failure><message>A.B could not be measured, so ...</message></failure></test>""",
        Outcome.Invalid,
        "A.B could not be measured, so ...")]
    public void A_verdict_is_read_from_the_results_of_a_test(string test, object outcome, string message) =>
        TestVerdict.From(XElement.Parse(test)).Should().Be(new TestVerdict("A.B", (Outcome)outcome, message));

    [Fact]
    public void A_skipped_test_has_no_verdict() =>
        TestVerdict.From(XElement.Parse("""<test name="A.B" result="Skip" />""")).Should().BeNull();

    private static string Render(params ComparedRun[] runs) => AgainstReport.Render(runs);

    private static ComparedRun Run(string name, params TestVerdict[] verdicts) => new(name, 2, 5, verdicts);

    private static TestVerdict Failed(string name, string message) => new(name, Outcome.Failed, message);
}
