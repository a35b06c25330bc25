using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Reporting;
using HttpPerf.Tests.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class NotShownNotesTests
{
    private static readonly TimeSpan Measuring = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(10);

    [Fact]
    public void A_time_that_is_not_shown_to_keep_its_limit_says_what_is_known_and_what_is_missing() =>
        Notes(Time(new(1, 0.94, 1.07), found: 1.12, missing: 1.5), Example.Limit(Metric.TimeRatio, max: 1.05)).Should().Equal(
            "Not shown: ReadPattern.GetStream(Size: 1000) meets \"timeRatio\", up to 1.05×: surely below 1.07×; "
            + "would have found +12 % in 9 of 10 runs; about 12 s more would show it.",
            "To show it, raise the budget to 25 s: \"budgetSeconds\" in the \"settings\" of thresholds.json, or HTTPPERF_BUDGET_SECONDS.");

    [Fact]
    public void What_no_time_would_show_is_said() =>
        Notes(Time(new(1, 0.94, 1.07), found: null, missing: null), Example.Limit(Metric.TimeRatio, max: 1.05)).Should().Equal(
            "Not shown: ReadPattern.GetStream(Size: 1000) meets \"timeRatio\", up to 1.05×: surely below 1.07×; "
            + "would have found no slowdown, however large; more time would not show it here.");

    [Fact]
    public void A_minimum_is_reached_from_above() =>
        Notes(
            Time(new(1, 0.94, 1.07), found: 0.85, missing: 0.1) with { IsAbove = false }, Example.Limit(Metric.TimeRatio, min: 0.95))
            .First().Should().Contain("from 0.95×: surely above 0.94×; would have found -15 % in 9 of 10 runs");

    [Fact]
    public void Other_figures_have_neither_runs_nor_seconds() =>
        Notes(null, Example.Limit(Metric.AllocatedBytes, max: 1050)).Should().Equal(
            "Not shown: ReadPattern.GetStream(Size: 1000) meets \"allocatedBytes\", up to 1,050 B/op: surely below 1,070 B/op; "
            + "would have found +12 %.");

    [Fact]
    public void Of_many_some_are_listed()
    {
        JudgedLimit[] limits = [.. Enumerable.Repeat(Judged(null, Example.Limit(Metric.AllocatedBytes, max: 1050)), 12)];

        Write(limits).Should().HaveCount(11).And.EndWith("Not shown: 2 more. results.json has all of them.");
    }

    [Fact]
    public void What_is_shown_or_inconclusive_needs_no_note() =>
        Write([Judged(null, Example.Limit(Metric.AllocatedBytes, max: 1050)) with { Status = LimitStatus.Undecided }]).Should().BeEmpty();

    private static Decision Time(Estimate measured, double? found, double? missing) =>
        new(Outcome.Open, IsAbove: true, Broken: measured.Value / 10, IsNear: false, found, missing);

    private static IEnumerable<string> Notes(Decision? decision, Limit limit) => Write([Judged(decision, limit)]);

    private static JudgedLimit Judged(Decision? decision, Limit limit) =>
        new(
            limit,
            decision is null ? new Estimate(1000, 1050 / 1.12, 1070) : new Estimate(1, 0.94, 1.07),
            LimitStatus.NotShown)
        {
            Decision = decision,
        };

    private static IEnumerable<string> Write(IReadOnlyList<JudgedLimit> limits) => NotShownNotes.Write(
        new JudgedGroup([new(Example.Stream, null, new Verdict.Passed(limits))], new GroupComparison([], [], AACheck.None)),
        Measuring,
        Budget);
}
