using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Verdicts on code that was altered after it was built.</summary>
public sealed class DistortionTests
{
    private static readonly Distortion Here = new(["Orders is instrumented."], [], ["Switch it off."]);
    private static readonly Distortion InServer = new([], ["Orders.Api is instrumented."], ["Switch it off."]);

    [Fact]
    public void A_call_takes_the_time_of_both_sides_and_bytes_are_of_one()
    {
        foreach (var either in new[] { Here, InServer })
        {
            either.Affects(Metric.TimeRatio).Should().BeTrue();
            either.Affects(Metric.AgainstTimeRatio).Should().BeTrue();
            either.Affects(Metric.CounterPerSecond("http.client.requests")).Should().BeTrue();
            either.Affects(Metric.Counter("http.client.requests")).Should().BeFalse();
        }

        Metric[] ofClient = [Metric.AllocatedBytes, Metric.AgainstAllocatedBytes, Metric.Gen0Collections, Metric.CpuTime];
        Metric[] ofServer = [Metric.ServerAllocatedBytes, Metric.AgainstServerAllocatedBytes, Metric.ServerCpuTime];
        ofClient.Should().OnlyContain(metric => Here.Affects(metric) && !InServer.Affects(metric));
        ofServer.Should().OnlyContain(metric => InServer.Affects(metric) && !Here.Affects(metric));
    }

    [Fact]
    public void What_is_affected_is_neither_broken_nor_met_nor_worth_more_samples_or_processes()
    {
        var (limit, measured) = (Of(Metric.MedianTime, 100), Measured(Here));

        Judged(measured, limit).Should().BeOfType<Verdict.Inconclusive>()
            .Which.Limits.Single().Status.Should().Be(LimitStatus.Unjudged);
        IReadOnlyList<CaseLimits> limits = [new(Group.Alone, [limit])];
        Judge.FindUndecided(GroupOf(measured), limits).Should().BeEmpty();
        Judge.FindUnconfirmed(GroupOf(measured), limits).Should().BeEmpty();
        Judge.FindUnconfirmed(GroupOf(measured with { Distortion = null }), limits).Should().NotBeEmpty();
    }

    [Fact]
    public void Bytes_of_the_other_process_are_judged() =>
        Judged(Measured(InServer), Of(Metric.AllocatedBytes, 10)).Should().BeOfType<Verdict.Failed>();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Of_what_was_not_warm_only_times_are_not_judged(bool isKnown)
    {
        var measured = Measured(null) with { ColdAfter = isKnown ? TimeSpan.FromSeconds(30) : null, StillFell = !isKnown };

        Judged(measured, Of(Metric.MedianTime, 100)).Should().BeOfType<Verdict.Inconclusive>();
        Judged(measured, Of(Metric.AllocatedBytes, 10)).Should().BeOfType<Verdict.Failed>();
    }

    [Fact]
    public void No_limit_is_proposed()
    {
        Judged(Measured(Here)).Should().BeOfType<Verdict.Invalid>()
            .Which.Fault.Should().Be(new Fault.NothingToPropose("Orders is instrumented. Switch it off."));
        Judge.FindUnlimited(GroupOf(Measured(Here)), [new(Group.Alone, [])]).Should().BeEmpty();
        Judged(Measured(null)).Should().BeOfType<Verdict.NoLimit>();
    }

    private static Limit Of(Metric metric, double max) => new(metric, null, max, "*", "thresholds.json", 1, 1);

    private static CaseComparison Measured(Distortion? distortion) => new(Group.Alone, new Dictionary<Metric, Estimate>
    {
        [Metric.MedianTime] = new(200, 190, 210),
        [Metric.AllocatedBytes] = Estimate.Exact(100),
    })
    {
        Distortion = distortion,
        Timed = new Dictionary<Metric, TimedFigure> { [Metric.MedianTime] = Example.Timed(new Estimate(200, 190, 210)) },
    };

    private static GroupComparison GroupOf(CaseComparison measured) => new([measured], [], AACheck.None);

    private static Verdict Judged(CaseComparison measured, params Limit[] limits) =>
        Judge.JudgeGroup(GroupOf(measured), [new(Group.Alone, limits)]).Cases.Single().Verdict;
}
