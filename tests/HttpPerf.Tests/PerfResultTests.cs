using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests;

public sealed class PerfResultTests
{
    private static readonly CaseId Id = Cases.Alone("Lifetime.Kept");

    private static readonly PerfResult Result = new(
        new JudgedCase(
            Id,
            new CaseComparison(Id, new Dictionary<Metric, Estimate> { [Metric.RequestsPerSecond] = new(1000, 900, 1100) }).With(
                CountedPass.Samples),
            new Verdict.Passed([])),
        message: null);

    [Fact]
    public void Counters_are_read_as_plain_numbers_and_as_any_metric()
    {
        Result.Counter("my.counter").Should().Be(4.25);
        Result.Counter("my.counter{color=red}").Should().Be(3);
        Result[Metric.Counter("http.client.requests")].Value.Should().Be(0);
        Result[Metric.CounterPerSecond("my.counter{color=red}")].Should().Be(new Estimate(3000, 2700, 3300));
    }

    [Theory]
    [InlineData(
        "tls.handshake",
        "Lifetime.Kept has no \"counters.tls.handshake\": no counter of that name reported anything. Did you mean \"tls.handshakes\"? "
        + "The counters, nearest first: \"tls.handshakes\", \"my.counter\", \"http.client.requests\".")]
    [InlineData(
        "sockets.connected", "Lifetime.Kept has no \"counters.sockets.connected\": it is not applicable here: requests go in memory.")]
    public void A_counter_that_is_not_there_is_no_zero(string counter, string message) =>
        FluentActions.Invoking(() => Result.Counter(counter)).Should().Throw<InvalidRunException>().WithMessage(message);

    [Fact]
    public void A_metric_that_is_not_there_says_why()
    {
        Says(Metric.TimeRatio, Cases.Alone("Orders.Get"), "its group has no [Benchmark(Baseline = true)] to compare with.");
        Says(Metric.TimeRatio, Cases.Baseline("Orders.Get"), "it is the baseline itself.");
        Says(Metric.TimeRatio, Cases.Id("Orders.Get", "Orders.List"), "its baseline Orders.List could not be measured.");
        Says(Metric.TimeRatioP95, Cases.Id("Orders.Get", "Orders.List"), "8 operations of the case or its baseline are timed together, *");
        Says(Metric.ThroughputRatio, Cases.Id("Orders.Get", "Orders.List"), "only benchmarks with [ConcurrentCallers] have it. *");
        Says(Metric.CpuTime, Cases.Alone("Orders.Get"), "it was not measured.");
        Says(Metric.AgainstTimeRatio, Cases.Alone("Orders.Get"), "it is not compared with an earlier build.");

        static void Says(Metric metric, CaseId id, string reason)
        {
            var comparison = new CaseComparison(
                id, new Dictionary<Metric, Estimate>(), new Evidence(4, 64, 4, 100, default, null, OperationsTimedTogether: 8));
            var result = new PerfResult(new JudgedCase(id, comparison, new Verdict.Passed([])), message: null);
            FluentActions.Invoking(() => result[metric]).Should().Throw<InvalidRunException>()
                .WithMessage($"Orders.Get has no \"{metric}\": {reason}");
        }
    }

    [Fact]
    public void A_name_that_is_none_is_refused() => FluentActions.Invoking(() => Result.Counter("{")).Should().Throw<ArgumentException>();
}
