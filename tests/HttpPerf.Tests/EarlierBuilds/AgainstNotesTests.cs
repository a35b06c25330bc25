using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.EarlierBuilds;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Judging.Statistics;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.EarlierBuilds;

/// <summary>A report's notes on figures that are compared with an earlier build and fail no test.</summary>
public sealed class AgainstNotesTests
{
    private static readonly IReadOnlyList<Limit> Defaults = AgainstLimits.Complete([], isCompared: true);

    [Fact]
    public void An_improvement_of_time_is_claimed_if_several_processes_have_confirmed_it()
    {
        var measured = Compared(Metric.AgainstTimeRatio, new(0.72, 0.69, 0.75));

        Notes(measured).Should().BeEmpty("one process may be fast by chance");
        Notes(Confirmed(measured, 0.72, 0.75)).Should().BeEmpty();
        Notes(Confirmed(measured, 0.72, 0.71, 0.73)).Should().Equal("Better than at main: Reading.Alone takes 0.72× its time.");
        Notes(Confirmed(measured, 0.72, 0.71, 0.73), Failed).Should().BeEmpty("twice the work takes no longer");
        Notes(Confirmed(measured, 0.72, 0.71, 0.73) with { Distortion = Coverage }).Should().BeEmpty();
    }

    [Fact]
    public void An_improvement_that_counts_as_one_is_confirmed_by_fresh_processes()
    {
        Unconfirmed(new(0.72, 0.69, 0.75)).Should().BeTrue();
        Unconfirmed(new(0.97, 0.96, 0.98)).Should().BeFalse("that much would be no growth either");
        Unconfirmed(new(0.72, 0.40, 1.10)).Should().BeFalse("nothing is claimed");

        static bool Unconfirmed(Estimate ratio) =>
            Judge.FindUnconfirmed(GroupOf(Compared(Metric.AgainstTimeRatio, ratio), AACheck.None), [new(Group.Alone, Defaults)]).Count > 0;
    }

    [Theory]
    [InlineData(694, -20, 1_408, "between -20 B/op and 1,408 B/op more than at main; would have found +0.2 %.")]
    [InlineData(-2_042, -41_851, 37_767, "between -41,851 B/op and 37,767 B/op more than at main; would have found +419 %.")]
    public void Growth_of_bytes_that_is_open_does_not_pass_without_a_word(double value, double lower, double upper, string text) =>
        Notes(Compared(Metric.AgainstAllocatedBytes, new(value, lower, upper))).Should().Equal(
            $"Not shown, so passed: Reading.Alone allocates {text}");

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(0, -7, 7)]
    [InlineData(-60, -90, -30)]
    public void Bytes_that_are_known_well_enough_need_no_word(double value, double lower, double upper) =>
        Notes(Compared(Metric.AgainstServerAllocatedBytes, new(value, lower, upper))).Should()
            .NotContain(note => note.StartsWith("Not decided"));

    [Fact]
    public void An_instrument_that_one_build_does_not_have_is_not_compared_and_said_so()
    {
        var counter = "server.database.queries";
        var (with, without) = (Counts(counter, 400), Counts("other", 1));
        var now = Compared(Metric.AgainstAllocatedBytes, Estimate.Exact(0)) with { Counts = with };
        now = now with { Before = now.Before! with { Counts = without } };
        IReadOnlyList<CaseLimits> limits = [new(Group.Alone, [.. Defaults.Where(limit => limit.Metric.Selection is not null)])];

        Judge.JudgeGroup(GroupOf(now, AACheck.None), limits).Cases.Single().Verdict.Should().BeOfType<Verdict.Passed>();
        NotAppliedNotes.WriteNotCompared(GroupOf(now, AACheck.None), limits).Should().Equal(
            $"Not compared: {counter} of Reading.Alone, because only today's build publishes it.");

        var gone = now with { Counts = without, Before = now.Before with { Counts = with } };
        NotAppliedNotes.WriteNotCompared(GroupOf(gone, AACheck.None), limits).Should().Equal(
            $"Not compared: {counter} of Reading.Alone, because only the earlier build publishes it.");

        var none = now with { Counts = Counts(counter, 0) };
        NotAppliedNotes.WriteNotCompared(GroupOf(none, AACheck.None), limits).Should().BeEmpty("it has counted nothing");
    }

    private static readonly AACheck Failed = new(null, new Estimate(1.1, 1, 1.2));

    private static readonly Distortion Coverage = new(["Orders is instrumented for code coverage by coverlet."], [], []);

    private static Counts Counts(string name, double total) =>
        new([new(400, new([CounterReading.Unmoved(name) with { Total = total }], new Dictionary<string, string>()))], 0.01);

    private static CaseComparison Compared(Metric metric, Estimate measured)
    {
        var before = new CaseComparison(Group.Alone.Before(), new Dictionary<Metric, Estimate>
        {
            [Metric.AllocatedBytes] = Estimate.Exact(10_000),
            [Metric.ServerAllocatedBytes] = Estimate.Exact(10_000),
        });
        var times = new Dictionary<Metric, TimedFigure>();
        if (metric.IsTime)
            times[metric] = new([new(Math.Log(measured.Value), Math.Pow(measured.LogWidth / 4, 2), 11)], 1e6);
        return new(Group.Alone, new Dictionary<Metric, Estimate> { [metric] = measured }) { Before = before, Timed = times };
    }

    private static CaseComparison Confirmed(CaseComparison measured, params double[] processes) => measured with
    {
        Timed = new Dictionary<Metric, TimedFigure>
        {
            [Metric.AgainstTimeRatio] = new([.. processes.Select(ratio => new RatioModel(Math.Log(ratio), 1e-6, 11))], 1e6),
        },
    };

    private static GroupComparison GroupOf(CaseComparison measured, AACheck check) => new([measured], [], check) { Earlier = "at main" };

    private static IEnumerable<string> Notes(CaseComparison measured, AACheck? check = null)
    {
        IReadOnlyList<Limit> limits = [.. Defaults.Where(limit => measured.Measured.ContainsKey(limit.Metric))];
        return AgainstNotes.WriteFigures(Judge.JudgeGroup(GroupOf(measured, check ?? AACheck.None), [new(Group.Alone, limits)]));
    }
}
