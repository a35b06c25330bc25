using FluentAssertions;
using HttpPerf.Comparing;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class AcrossProcessesTests
{
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
}
