using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class ComparisonTests
{
    private static readonly ErrorRates Errors = new();

    [Fact]
    public void What_slows_down_a_whole_round_leaves_the_ratio_as_it_is()
    {
        var random = new Random(3);
        var baseline = Epochs(4, 64, () => 1e6 * Lognormal(random));
        var times = Epochs(4, 64, () => 1.2e6 * Lognormal(random));
        var disturbances = Epochs(4, 64, () => Math.Exp(5 * Normal(random)));

        var calm = Ratio(times, baseline);
        var wild = Ratio(Multiply(times, disturbances), Multiply(baseline, disturbances));

        wild.Value.Should().BeApproximately(calm.Value, 1e-9);
        wild.Lower.Should().BeApproximately(calm.Lower, 1e-9);
        wild.Upper.Should().BeApproximately(calm.Upper, 1e-9);
    }

    [Fact]
    public void A_ratio_and_its_inverse_are_reciprocal()
    {
        var random = new Random(4);
        var one = Epochs(4, 64, () => 1000 * Lognormal(random));
        var other = Epochs(4, 64, () => 1500 * Lognormal(random));

        var (there, back) = (Ratio(one, other), Ratio(other, one));

        (there.Value * back.Value).Should().BeApproximately(1, 1e-12);
        (there.Lower * back.Upper).Should().BeApproximately(1, 1e-12);
        (there.Upper * back.Lower).Should().BeApproximately(1, 1e-12);
    }

    [Fact]
    public void A_case_set_beside_an_equal_one_has_the_ratio_one()
    {
        var random = new Random(5);
        var times = Epochs(4, 16, () => Lognormal(random));

        Ratio(times, times).Value.Should().Be(1);
    }

    /// <summary>A case that was measured apart may have had a server, while its baseline had none.</summary>
    [Fact]
    public void Bytes_of_a_server_have_no_ratio_to_a_baseline_without_them()
    {
        var withServer = Group.Bytes(Group.Stream, 100).WithServer(new([[5000, 5000]], 64));

        var compared = Compare(Group.Bytes(Group.Baseline, 100), withServer);

        compared[1].Measured[Metric.ServerAllocatedBytes].Should().Be(Estimate.Exact(5000));
        compared[1].Measured.Should().NotContainKey(Metric.ServerAllocatedRatio);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0, 5)]
    [InlineData(5, 0)]
    public void Times_of_zero_give_no_figure_that_is_not_a_number(double time, double baseline)
    {
        var compared = Compare(
            Group.Times(Group.Baseline, [baseline, baseline, baseline]), Group.Times(Group.Stream, [time, time, time]));

        foreach (var (metric, estimate) in compared.SelectMany(c => c.Measured))
            (double.IsNaN(estimate.Value) || double.IsNaN(estimate.Lower) || double.IsNaN(estimate.Upper))
                .Should().BeFalse("{0} is {1}", metric, estimate);
    }

    [Fact]
    public void Single_rounds_give_figures_without_bounds()
    {
        var compared = Compare(Group.Times(Group.Baseline, [100]), Group.Times(Group.Stream, [150]))[1];

        compared.Measured[Metric.TimeRatio].Value.Should().BeApproximately(1.5, 1e-12);
        compared.Measured[Metric.TimeRatio].Lower.Should().Be(0);
        compared.Measured[Metric.TimeRatio].Upper.Should().Be(double.PositiveInfinity);
        compared.Measured[Metric.TimeRatioP95].Value.Should().BeApproximately(1.5, 1e-12);
        compared.Measured[Metric.TimeRatioP95].Lower.Should().Be(0);
        compared.Measured[Metric.TimeRatioP95].Upper.Should().Be(double.PositiveInfinity);
        compared.Measured[Metric.MedianTime].Should().Match<Estimate>(e => e.Lower == 0 && e.Upper == double.PositiveInfinity);
        compared.Measured[Metric.RequestsPerSecond].Should().Match<Estimate>(e => e.Lower == 0 && e.Upper == double.PositiveInfinity);
    }

    [Theory]
    [InlineData(100, 0, double.PositiveInfinity)]
    [InlineData(0, 0, 1)]
    [InlineData(0, 100, 0)]
    [InlineData(50, 100, 0.5)]
    public void Bytes_beside_a_baseline_that_allocates_nothing_are_infinitely_many_unless_there_are_none(
        double bytes, double baseline, double ratio) =>
        Compare(Group.Bytes(Group.Baseline, baseline, baseline), Group.Bytes(Group.Stream, bytes, bytes))[1]
            .Measured[Metric.AllocatedRatio].Should().Be(Estimate.Exact(ratio));

    [Fact]
    public void Both_sides_of_a_ratio_of_inexact_bytes_share_its_error_rate()
    {
        var random = new Random(9);
        var baseline = Group.Bytes(Group.Baseline, Of(256, () => 1000 + (100 * random.NextDouble())));
        var samples = Group.Bytes(Group.Stream, Of(256, () => 500 + (100 * random.NextDouble())));

        var ratio = Compare(baseline, samples)[1].Measured[Metric.AllocatedRatio];

        var above = Allocation.EstimateUsual(samples.Allocation, Errors.Bytes / 2);
        var below = Allocation.EstimateUsual(baseline.Allocation, Errors.Bytes / 2);
        ratio.Should().Be(new Estimate(above.Value / below.Value, above.Lower / below.Upper, above.Upper / below.Lower));
    }

    [Fact]
    public void A_group_without_a_baseline_has_no_ratios() =>
        Compare(Group.Times(Group.Alone, [1, 2, 3]))[0].Measured.Keys.Should().NotContain(m => m.NeedsBaseline);

    [Fact]
    public void A_group_whose_baseline_has_failed_has_no_ratios() =>
        Compare(Group.Times(Group.Stream, [1, 2, 3]))[0].Measured.Keys.Should().NotContain(m => m.NeedsBaseline);

    [Fact]
    public void The_baseline_has_no_ratio_to_itself_and_the_others_have_every_metric()
    {
        var compared = Compare(Group.Times(Group.Baseline, [1, 2, 3]), Group.Times(Group.Stream, [1, 2, 3]));

        // Round trips are measured elsewhere, and what is retained only where it is limited.
        var ofClient = Metric.All
            .Where(m => m is { IsOfServer: false, NeedsLoad: false, IsOfRoundTrips: false, IsRetained: false })
            .ToList();
        compared[0].Measured.Keys.Should().BeEquivalentTo(ofClient.Where(m => !m.NeedsBaseline));
        compared[1].Measured.Keys.Should().BeEquivalentTo(ofClient);
    }

    [Fact]
    public void A_delay_of_one_operation_in_twelve_shows_in_the_95th_percentile_and_not_in_the_median()
    {
        var random = new Random(6);
        var baseline = Epochs(4, 480, () => 1000 + (10 * random.NextDouble()));
        var delayed = baseline.ConvertAll(epoch => epoch.Select((t, i) => i % 12 == 0 ? t + 1000 : t).ToArray());

        var group = Group.Of(Group.Times(Group.Baseline, [.. baseline]), Group.Times(Group.Stream, [.. delayed]));
        var measured = GroupComparison.Compare(group, Errors).Cases[1].Measured;

        measured[Metric.TimeRatioP95].Lower.Should().BeGreaterThan(1.9);
        measured[Metric.TimeRatio].Value.Should().BeApproximately(1, 1e-12);
    }

    [Theory]
    [InlineData(2, 1)]
    [InlineData(1, 2)]
    public void Where_operations_are_timed_together_there_is_no_percentile(long ofBaseline, long ofCase)
    {
        var group = Group.Of(
            Group.Times(Group.Baseline, [100, 100]) with { OperationsPerBlock = ofBaseline },
            Group.Times(Group.Stream, [150, 150]) with { OperationsPerBlock = ofCase });
        var compared = GroupComparison.Compare(group, Errors).Cases[1];

        compared.Measured.Should().NotContainKey(Metric.TimeRatioP95).And.ContainKey(Metric.TimeRatio);
        compared.Evidence.OperationsTimedTogether.Should().Be(2);
    }

    [Fact]
    public void Collections_are_per_thousand_operations_and_pauses_per_operation()
    {
        var samples = Group.Times(Group.Alone, [100, 100]).With(
            new SoloRunSamples(new(Operations: 2000, Gen0: 8000, Gen1: 1, Gen2: 0, PauseNanoseconds: 6000), CpuNanoseconds: 2e6),
            new(new(Operations: 2000, Gen0: 8000, Gen1: 3, Gen2: 0, PauseNanoseconds: 2000), CpuNanoseconds: 4e6));

        var compared = Compare(samples)[0];

        compared.Measured[Metric.Gen0Collections].Should().Be(Estimate.Exact(4000), "every call has four");
        compared.Measured[Metric.Gen1Collections].Value.Should().Be(1);
        compared.Measured[Metric.Gen1Collections].Lower.Should().BeInRange(0.005, 0.5);
        compared.Measured[Metric.Gen1Collections].Upper.Should().BeInRange(2, 8);
        compared.Measured[Metric.Gen2Collections].Should().BeEquivalentTo(new { Value = 0.0, Lower = 0.0 });
        compared.Measured[Metric.Gen2Collections].Upper.Should().BeInRange(0.9, 2, "none in 4,000 may be one in 1,000");
        compared.Measured[Metric.GcPause].Value.Should().Be(2);
        compared.Measured[Metric.CpuTime].Value.Should().Be(1500);
    }

    [Fact]
    public void Cases_are_compared_in_the_epochs_in_which_both_were_measured()
    {
        static SoloRunSamples Cpu(long operations, double nanoseconds) => new(new(operations, 0, 0, 0, 0), nanoseconds);
        double[] none = [], less = [100, 100, 100, 100], more = [200, 200, 200, 200];
        var baseline = Group.Timed(Group.Baseline, [1, 2, 3])
            .With(new AllocationSamples([less, more, less], 1))
            .With(Cpu(10, 1000), Cpu(10, 5000), Cpu(10, 2000));
        var stream = Group.Timed(Group.Stream, [1, 2, 3])
            .With(new AllocationSamples([less, none, less], 1))
            .With(Cpu(10, 2000), null, Cpu(10, 4000));

        var compared = Compare(baseline, stream)[1];

        compared.Measured[Metric.AllocatedRatio].Should().Be(Estimate.Exact(1));
        compared.Measured[Metric.CpuRatio].Value.Should().BeApproximately(2, 1e-9);
        compared.Measured[Metric.CpuTime].Value.Should().BeApproximately(300, 1e-9);
        compared.Evidence.SoloRuns.Should().Be(2);
        compared.Evidence.Allocation.Windows.Should().Be(8);
    }

    [Fact]
    public void The_evidence_says_what_the_figures_rest_on()
    {
        var samples = Group.Times(Group.Alone, [1, 2, 3], [4, 5])
            .With(new AllocationSamples([[100, 100, 100, 100]], OperationsPerWindow: 64));

        Compare(samples)[0].Evidence.Should().Be(new Evidence(
            Epochs: 2,
            Rounds: 5,
            SoloRuns: 1,
            SoloOperations: 5,
            new AllocationEvidence(Windows: 4, OperationsPerWindow: 64, Spread: 0, AllocationExcess.None)));
    }

    [Fact]
    public void Every_case_has_the_controls_of_its_group_which_err_in_a_tenth_as_many()
    {
        var random = new Random(10);
        var pairs = new AASamples([Of(200, () => Normal(random))], [Of(200, () => Normal(random))]);
        var samples = Group.Of(Group.Times(Group.Baseline, [1, 2, 3]), Group.Times(Group.Stream, [1, 2, 3])) with { AACheck = pairs };

        GroupComparison.Compare(samples, Errors).AACheck.Should().Be(AACheck.Evaluate(pairs, Errors.Bytes));
    }

    private static Estimate Ratio(List<double[]> times, List<double[]> baseline) =>
        Compare(Group.Times(Group.Baseline, [.. baseline]), Group.Times(Group.Stream, [.. times]))[1]
            .Measured[Metric.TimeRatio];

    private static List<double[]> Multiply(List<double[]> times, List<double[]> factors) =>
        [.. times.Zip(factors, (epoch, byEpoch) => epoch.Zip(byEpoch, (t, f) => t * f).ToArray())];

    private static IReadOnlyList<CaseComparison> Compare(params CaseSamples[] cases) =>
        GroupComparison.Compare(Group.Of(cases), Errors).Cases;
}
