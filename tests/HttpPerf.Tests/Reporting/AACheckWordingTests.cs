using System.Globalization;
using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Reporting;
using HttpPerf.Tests.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>The line about the A/A check in a group's report.</summary>
public sealed class AACheckWordingTests
{
    public AACheckWordingTests() => CultureInfo.CurrentCulture = new CultureInfo("de-DE");

    [Fact]
    public void A_check_that_passed() => Line(new(new(1.004, 0.991, 1.012), new(2.01, 1.95, 2.1))).Should().Be(
        "A/A check: a copy of the baseline took 1.00× as long (0.99…1.01), doubled work 2.01×.");

    [Fact]
    public void A_doubling_that_does_not_show() => Line(Example.DoublingIsHidden).Should().EndWith(
        "doubled work 1.10×. Times can't be judged here.");

    [Fact]
    public void A_check_that_bounds_nothing() => Line(new(new(0.9, 0.00007, 27_251), null)).Should().Be(
        "A/A check: a copy of the baseline took 0.90× as long, too uncertain to show anything.");

    [Fact]
    public void No_check() => Line(AACheck.None).Should().Be(
        "A/A check: none, because copies would have taken more than their share of the time.");

    [Fact]
    public void A_copy_that_could_not_be_built() =>
        Line(AACheck.None with { Blocker = Throwing("System.IO.IOException: Address already in use\n   at Listen()") }).Should().Be(
            "A/A check: none, because a copy of the baseline could not be measured beside it. "
            + "[GlobalSetup] threw System.IO.IOException: Address already in use");

    [Fact]
    public void A_group_without_a_baseline() =>
        AACheckWording.Summarize(hasBaseline: false, new(new(1, 0.99, 1.01), null)).Should().Be(
            "A/A check: a copy of the first case took 1.00× as long (0.99…1.01).");

    private static Fault.Threw Throwing(string exception) => new Fault.Threw(CasePart.GlobalSetup, exception);

    private static string Line(AACheck check) => AACheckWording.Summarize(hasBaseline: true, check);
}
