using FluentAssertions;
using HttpPerf.Comparing;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class AcrossProcessesTests
{
    /// <summary>A time, in nanoseconds, of which what calls differ by is no part worth mentioning.</summary>
    private const double Long = 1000;

    /// <summary>Two-sided, Student's quantile is 4.303 at 2 degrees of freedom and 95 %.</summary>
    [Fact]
    public void The_interval_is_Students_of_the_logarithms()
    {
        var (value, lower, upper) = AcrossProcesses.Mean([0.5, 1, 2], errorRate: 0.025);

        var reach = 4.302653 * Math.Log(2) / Math.Sqrt(3);
        value.Should().BeApproximately(1, 1e-9);
        lower.Should().BeApproximately(Math.Exp(-reach), 1e-6);
        upper.Should().BeApproximately(Math.Exp(reach), 1e-6);
    }

    [Fact]
    public void Processes_that_agree_exactly_leave_no_interval() =>
        AcrossProcesses.Mean([1.25, 1.25, 1.25], 0.01).Should().Match<Estimate>(
            e => Math.Abs(e.Lower - 1.25) < 1e-9 && Math.Abs(e.Upper - 1.25) < 1e-9);

    /// <summary>Student's quantile is 2.447 at 6 degrees of freedom: 4 of what is known, and 2 of three processes.</summary>
    [Fact]
    public void What_is_known_of_processes_counts_like_processes()
    {
        var (value, lower, upper) = AcrossProcesses.Mean([0.99, 1, 1 / 0.99], errorRate: 0.025, new(0.02, 4));

        var reach = 2.446912 * Math.Sqrt(((4 * 0.02 * 0.02) + (2 * Math.Log(0.99) * Math.Log(0.99))) / 6 / 3);
        value.Should().BeApproximately(1, 1e-9);
        upper.Should().BeApproximately(Math.Exp(reach), 1e-6);
        lower.Should().BeApproximately(Math.Exp(-reach), 1e-6);
    }

    /// <summary>Student's quantile is 2.776 at 4 degrees of freedom, all of them of what is known.</summary>
    [Fact]
    public void What_one_process_measured_gets_room_for_what_others_would()
    {
        var (value, lower, upper) = AcrossProcesses.Widen(new Estimate(1.3, 1.28, 1.33), AcrossProcesses.OfRatios, errorRate: 0.025);

        var room = Math.Exp(2.776445 * AcrossProcesses.OfRatios.Deviation);
        value.Should().Be(1.3);
        lower.Should().BeApproximately(1.28 / room, 1e-6);
        upper.Should().BeApproximately(1.33 * room, 1e-6);
    }

    /// <summary>Three that agree: Student's quantile is 2.447 at 6 degrees of freedom, of which 4 are of what is known.</summary>
    [Theory]
    [InlineData(1.29, 1.31, true)]
    [InlineData(1.1, 1.5, false)]
    public void What_one_process_measured_would_have_the_interval_of_three_that_agree_unless_its_own_is_wider(
        double lowerEnd, double upperEnd, bool isNarrower)
    {
        var (value, lower, upper) = AcrossProcesses.Foresee(
            new Estimate(1.3, lowerEnd, upperEnd), AcrossProcesses.OfRatios, errorRate: 0.025);

        var room = Math.Exp(2.446912 * AcrossProcesses.OfRatios.Deviation * Math.Sqrt(4 / 6.0 / 3));
        value.Should().Be(1.3);
        lower.Should().BeApproximately(isNarrower ? 1.3 / room : lowerEnd, 1e-6);
        upper.Should().BeApproximately(isNarrower ? 1.3 * room : upperEnd, 1e-6);
    }

    /// <summary>As above. The normal distribution's quantile is 1.960 at 95 %: 0.0196 is a standard deviation of 0.01.</summary>
    [Theory]
    [InlineData(0.0196, 0.01)]
    [InlineData(0.196, 0.1)]
    public void Processes_that_agree_have_the_interval_of_what_each_of_them_measures(double own, double deviation)
    {
        var (value, lower, upper) = AcrossProcesses.AgreeOn(
            1.3, new Estimate(2, 2 / Math.Exp(own), 2 * Math.Exp(own)), Long, errorRate: 0.05);

        var reach = 1.943180 * deviation * Math.Sqrt(4 / 6.0 / 3);
        value.Should().BeApproximately(1.3, 1e-9);
        lower.Should().BeApproximately(1.3 * Math.Exp(-reach), 1e-5);
        upper.Should().BeApproximately(1.3 * Math.Exp(reach), 1e-5);
    }

    [Fact]
    public void Of_processes_that_measure_without_bounds_nothing_is_foreseen() =>
        AcrossProcesses.AgreeOn(1.3, new Estimate(1, 0, double.PositiveInfinity), Long, 0.01).Should().Match<Estimate>(
            e => Math.Abs(e.Lower - 1.3) < 1e-9 && Math.Abs(e.Upper - 1.3) < 1e-9);

    [Theory]
    [InlineData(1000, 0.016)]
    [InlineData(5.7, 0.1)]
    [InlineData(0.1, 1)]
    [InlineData(0, 1)]
    public void Processes_differ_by_more_in_ratios_of_a_few_nanoseconds(double nanoseconds, double deviation)
    {
        var known = AcrossProcesses.OfRatiosOfTimes(nanoseconds);

        known.Deviation.Should().BeApproximately(deviation, 1e-9);
        AcrossProcesses.OfRatiosMeasuredAs([Estimate.Exact(1)], nanoseconds, 0.01).Should().Be(known);
        var own = Math.Max(deviation, 0.02);
        var measured = new Estimate(1, Math.Exp(-2.575829 * 0.02), Math.Exp(2.575829 * 0.02));
        var (_, lower, _) = AcrossProcesses.AgreeOn(1.3, measured, nanoseconds, 0.01);
        lower.Should().BeApproximately(AcrossProcesses.Mean([1.3, 1.3, 1.3], 0.01, known with { Deviation = own }).Lower, 1e-5);
    }

    /// <summary>However restless the machine: an unchanged method lies 5 % below its limit.</summary>
    [Theory]
    [InlineData(2, 0.02)]
    [InlineData(3, 0.005)]
    [InlineData(3, 0.03)]
    [InlineData(3, 0.06)]
    [InlineData(5, 0.03)]
    public void An_unchanged_method_breaks_its_limit_less_often_than_stated(int processes, double deviation)
    {
        const int groups = 20_000;
        var random = new Random(20261123);

        OfRatio(groups, processes, deviation, 1, random).Count(e => e.Lower > 1.05).Should().BeLessThan(groups / 100);
    }

    [Theory]
    [InlineData(3, 0.01, 1.10, 1.05, 0.9)]
    [InlineData(4, 0.02, 1.10, 1.05, 0.8)]
    [InlineData(5, 0.01, 1.05, 1.02, 0.8)]
    [InlineData(4, 0.007, 1.05, 1.02, 0.95)]
    public void A_few_processes_tell_what_is_slower(int processes, double deviation, double ratio, double limit, double share)
    {
        const int groups = 2_000;

        OfRatio(groups, processes, deviation, ratio, new Random(20261124)).Count(e => e.Lower > limit)
            .Should().BeGreaterThan((int)(groups * share));
    }

    [Theory]
    [InlineData(3, 0.01)]
    [InlineData(5, 0.08)]
    public void A_limit_at_the_true_value_is_called_broken_as_often_as_stated(int processes, double deviation)
    {
        const int groups = 20_000;
        const double errorRate = 0.01;
        var random = new Random(20261122);

        var broken = Enumerable.Range(0, groups).Count(
            _ => AcrossProcesses.Mean([.. Streams.Of(processes, () => Math.Exp(deviation * Normal(random)))], errorRate).Lower > 1);

        broken.Should().BeInRange((int)(groups * errorRate * 0.8), (int)(groups * errorRate * 1.2));
    }

    /// <summary>So that unchanged code doesn't pass in one run and fail in another, whatever its limit.</summary>
    [Theory]
    [InlineData(2, 0.01, 0.0005)]
    [InlineData(2, 0.02, 0.01)]
    [InlineData(3, 0.005, 0.0005)]
    [InlineData(3, 0.01, 0.0005)]
    [InlineData(5, 0.01, 0.0005)]
    [InlineData(3, 0.02, 0.012)]
    [InlineData(5, 0.02, 0.015)]
    [InlineData(5, 0.05, 0.05)]
    public void A_limit_at_the_true_ratio_is_called_broken_only_where_processes_differ_by_more_than_usual(
        int processes, double deviation, double share)
    {
        const int groups = 20_000;
        var random = new Random(20261125);

        OfRatio(groups, processes, deviation, 1, random).Count(e => e.Lower > 1).Should().BeLessThan((int)(groups * share));
    }

    /// <summary>The normal distribution's quantile is 2.576 at 99 %.</summary>
    [Fact]
    public void What_processes_have_measured_badly_differs_by_more_than_they_do()
    {
        var (deviation, freedom) = AcrossProcesses.OfRatiosMeasuredAs(
            [new(1, 0.9, 0.9 * 1.1 * 1.1), new(2, 1.8, 1.8 * 1.1 * 1.1)], Long, 0.01);

        deviation.Should().BeApproximately(
            Math.Sqrt((0.009 * 0.009) + Math.Pow(Math.Log(1.1) / 2.575829, 2)), 1e-7);
        freedom.Should().Be(AcrossProcesses.OfRatios.DegreesOfFreedom);
        AcrossProcesses.OfRatiosMeasuredAs([Estimate.Exact(1), new(1, 0.98, 1.02)], Long, 0.01).Should().Be(AcrossProcesses.OfRatios);
        AcrossProcesses.OfRatiosMeasuredAs([Estimate.Exact(1), new(1, 0, 2)], Long, 0.01).Should().Be(default(EpochMean.Spread));
        AcrossProcesses.OfRatiosMeasuredAs([Estimate.Exact(1), new(1, 0.5, double.PositiveInfinity)], Long, 0.01)
            .Should().Be(default(EpochMean.Spread));
    }

    /// <summary>On a busy machine, the rounds of a process leave its ratio open by several percent.</summary>
    [Theory]
    [InlineData(3, 0.03)]
    [InlineData(3, 0.06)]
    [InlineData(5, 0.06)]
    public void A_limit_at_the_true_ratio_is_not_called_broken_by_processes_that_know_how_badly_they_measured(int processes, double own)
    {
        const int groups = 20_000;
        const double errorRate = 0.01;
        var random = new Random(20261126);

        Enumerable.Range(0, groups).Count(_ => OfBadlyMeasured().Lower > 1).Should().BeLessThan((int)(groups * errorRate));

        Estimate OfBadlyMeasured()
        {
            double[] values = [.. Streams.Of(processes, () => Math.Exp((0.009 * Normal(random)) + (own * Normal(random))))];
            var reach = Math.Exp(2.575829 * own);
            Estimate[] measured = [.. values.Select(value => new Estimate(value, value / reach, value * reach))];
            return AcrossProcesses.Mean(values, errorRate, AcrossProcesses.OfRatiosMeasuredAs(measured, Long, errorRate));
        }
    }

    [Theory]
    [InlineData(true, new[] { 1.33, 0.67 })]
    [InlineData(true, new[] { 1.33, 0.67, 0.66 })]
    [InlineData(true, new[] { 0.5, 1, 1.1 })]
    [InlineData(false, new[] { 1.33, 1.0 })]
    [InlineData(false, new[] { 1.33, 0.67, 1.2 })]
    [InlineData(false, new[] { 1.33 })]
    public void A_test_process_that_differs_by_a_factor_from_fresh_ones_that_agree_contradicts_them(bool contradicts, double[] values) =>
        AcrossProcesses.Contradict(values).Should().Be(contradicts);

    private static IEnumerable<Estimate> OfRatio(int groups, int processes, double deviation, double ratio, Random random) =>
        Enumerable.Range(0, groups).Select(_ => AcrossProcesses.Mean(
            [.. Streams.Of(processes, () => ratio * Math.Exp(deviation * Normal(random)))], 0.01, AcrossProcesses.OfRatios));
}
