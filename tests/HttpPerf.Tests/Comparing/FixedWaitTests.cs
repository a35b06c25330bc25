using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class FixedWaitTests
{
    private const double Millisecond = 1e6;

    [Fact]
    public void Equal_times_without_work_are_a_wait() =>
        FixedWait.Find(Timed(100.3, spread: 0.5, cpu: 0.4)).Should().BeEquivalentTo(
            new { Low = 100.4 * Millisecond, High = 100.7 * Millisecond, Cpu = 0.4 * Millisecond },
            options => options
                .Using<double>(figure => figure.Subject.Should().BeApproximately(figure.Expectation, 0.1 * Millisecond))
                .WhenTypeIs<double>());

    [Theory]
    [InlineData(96, 6, 3, "the machine is idle")]
    [InlineData(85, 35, 17, "the machine is busy")]
    public void A_timer_that_wavers_is_a_wait(double milliseconds, double spread, double serverCpu, string because) =>
        FixedWait.Find(Timed(milliseconds, spread, cpu: 0.8, serverCpu)).Should().NotBeNull(because);

    [Theory]
    [InlineData(60, 80, 0.4, null, "times vary")]
    [InlineData(100, 0.5, 30, null, "the client works")]
    [InlineData(100, 0.5, 0.4, 30.0, "the server works")]
    [InlineData(2, 0.01, 0.01, null, "networks take this long")]
    public void Other_times_are_none(double milliseconds, double spread, double cpu, double? serverCpu, string because) =>
        FixedWait.Find(Timed(milliseconds, spread, cpu, serverCpu)).Should().BeNull(because);

    [Theory]
    [InlineData(1, true)]
    [InlineData(3, false)]
    public void Work_in_one_stretch_of_four_is_not_the_cases(int working, bool isWait)
    {
        var stretches = Enumerable.Range(0, 4).Select(SoloRunSamples? (i) => Timed(6, 0.1, cpu: i < working ? 10 : 0.1).SoloRuns.Single());

        (FixedWait.Find(Timed(6, 0.1, 0).With([.. stretches])) is not null).Should().Be(isWait);
    }

    [Fact]
    public void Few_rounds_tell_nothing() =>
        FixedWait.Find(Group.Times(Group.Alone, [.. Enumerable.Repeat(1e8, 15)]).With(SoloRun(0.4))).Should().BeNull();

    private static CaseSamples Timed(double milliseconds, double spread, double cpu, double? serverCpu = null)
    {
        var random = new Random(1);
        return Group.Times(Group.Alone, [.. Epochs(4, 16, () => Millisecond * (milliseconds + (spread * random.NextDouble())))])
            .With(SoloRun(cpu, serverCpu));
    }

    private static SoloRunSamples SoloRun(double cpu, double? serverCpu = null) =>
        new(new(10, 0, 0, 0, 0), 10 * cpu * Millisecond, 10 * serverCpu * Millisecond);
}
