using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>Bytes that only some calls allocate: 2,120 B in all calls, and more in some, in eight epochs; fixed seeds.</summary>
public sealed class AllocationExcessTests
{
    private const double Usual = 2120;
    private const double Limit = Usual * 1.05;
    private const double ErrorRate = 0.001;
    private const int Draws = 200;

    [Theory]
    [InlineData(0.1, 10_240)]
    [InlineData(0.2, 10_240)]
    [InlineData(0.05, 1_048_576)]
    public void What_some_calls_allocate_breaks_a_limit_that_the_others_meet(double share, double bytes) =>
        CountOfFindings(random => Samples(64, () => random.NextDouble() < share ? bytes : 0), Steady).Should().Be(Draws);

    [Fact]
    public void What_all_calls_of_some_epochs_allocate_does_too() =>
        Bytes(new([.. Enumerable.Range(0, 8).Select(e => Enumerable.Repeat(e < 3 ? Usual + 10_240 : Usual, 32).ToArray())], 1), Steady)
            .Lower.Should().BeGreaterThan(Limit);

    [Fact]
    public void A_doubling_that_some_calls_escape_does_too() =>
        CountOfFindings(random => Samples(64, () => random.NextDouble() < 0.1 ? 0 : Usual), Steady).Should().Be(Draws);

    [Fact]
    public void A_kilobyte_in_one_of_ten_calls_is_found_at_a_limit_that_leaves_one_percent()
    {
        var found = CountOfFindings(random => Samples(128, () => random.NextDouble() < 0.1 ? 1024 : 0), Steady, limit: Usual * 1.01);

        found.Should().BeGreaterThanOrEqualTo(Binomial.Least(Draws, 0.95));
    }

    [Theory]
    [InlineData(0.01, 904)]
    [InlineData(0.05, 10_240)]
    [InlineData(0.3, 1040)]
    public void What_hits_the_baseline_alike_is_no_finding(double share, double bytes) =>
        Enumerable.Range(0, 1000)
            .Select(seed => new Random(seed))
            .Count(r => Bytes(Disturbed(r, share, bytes), Disturbed(r, share, bytes)).Lower > Usual)
            .Should().BeLessThanOrEqualTo(Binomial.Most(1000, ErrorRate), "chance may find it at this rate");

    [Fact]
    public void A_lone_window_is_no_finding_and_leaves_the_figure_exact() =>
        Bytes(Lone(1_000_000), reference: null).Should().Be(Estimate.Exact(Usual));

    [Fact]
    public void Nor_is_one_in_an_epoch_with_fewer_windows_than_others() =>
        Bytes(new([[Usual, Usual, Usual, 5 * Usual], .. Enumerable.Range(0, 3).Select(_ => Streams.Of(32, () => Usual))], 5), null)
            .Should().Be(Estimate.Exact(Usual));

    [Fact]
    public void A_lone_large_window_among_many_small_ones_is_no_finding_either()
    {
        var random = new Random(1);
        var samples = new AllocationSamples(
            [.. Enumerable.Range(0, 8).Select(_ => Streams.Of(4, () => 2_128_000 + (random.NextDouble() < 0.5 ? 2000 : 0)))], 1);
        samples.BytesPerOperation[3][2] += 5_250_000;

        var usual = Allocation.EstimateUsual(samples, ErrorRate).Value;
        AllocationExcess.Compute(samples, usual, null, ErrorRate).Should().Be(AllocationExcess.None);
    }

    [Theory]
    [InlineData(904, true)]
    [InlineData(102_400, false)]
    public void Two_windows_leave_a_limit_open_only_if_they_may_matter(double bytes, bool isExact)
    {
        var samples = Lone(bytes);
        samples.BytesPerOperation[5][7] += bytes;
        var estimate = Bytes(samples, reference: null);

        estimate.Value.Should().Be(Usual);
        estimate.Lower.Should().Be(Usual);
        (estimate.Upper == Usual).Should().Be(isExact);
    }

    [Fact]
    public void The_evidence_counts_the_windows_and_says_how_much_they_allocate_at_most()
    {
        var random = new Random(1);
        var samples = Samples(64, () => random.NextDouble() < 0.1 ? 10_240 : 0);
        var windows = samples.BytesPerOperation.Sum(e => e.Count(bytes => bytes > Usual));

        AllocationExcess.Compute(samples, Usual, null, ErrorRate).Should().BeEquivalentTo(new { Windows = windows, Most = Usual + 10_240 });
    }

    [Fact]
    public void A_ratio_contains_the_excess_too()
    {
        var random = new Random(1);
        var samples = Samples(64, () => random.NextDouble() < 0.1 ? 10_240 : 0);
        var excess = AllocationExcess.Compute(samples, Usual, AllocationExcess.Above(Steady, Usual), ErrorRate);

        var ratio = Allocation.EstimateRatio(samples, Steady, excess, ErrorRate);

        ratio.Value.Should().BeApproximately(1 + (0.1 * 10_240 / Usual), 0.1);
        ratio.Lower.Should().BeGreaterThan(1.05);
    }

    private static AllocationSamples Steady => Samples(64, () => 0);

    private static AllocationSamples Disturbed(Random random, double share, double bytes) =>
        Samples(32, () => random.NextDouble() < share ? bytes : 0);

    private static AllocationSamples Lone(double bytes)
    {
        var samples = Samples(32, () => 0);
        samples.BytesPerOperation[2][3] += bytes;
        return samples;
    }

    private static AllocationSamples Samples(int windows, Func<double> more) =>
        new([.. Enumerable.Range(0, 8).Select(_ => Streams.Of(windows, () => Usual + more()))], 1);

    private static int CountOfFindings(Func<Random, AllocationSamples> draw, AllocationSamples baseline, double limit = Limit) =>
        Enumerable.Range(0, Draws).Count(seed => Bytes(draw(new Random(seed)), baseline).Lower > limit);

    private static Estimate Bytes(AllocationSamples samples, AllocationSamples? reference)
    {
        var usual = Allocation.EstimateUsual(samples, ErrorRate).Value;
        var excess = AllocationExcess.Compute(
            samples, usual, reference is null ? null : AllocationExcess.Above(reference, Usual), ErrorRate);
        return Allocation.EstimateBytes(samples, excess, ErrorRate);
    }
}
