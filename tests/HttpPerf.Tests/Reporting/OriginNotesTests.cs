using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Limits;
using HttpPerf.Reporting;
using HttpPerf.Tests.Results;
using HttpPerf.Tests.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class OriginNotesTests
{
    private static readonly LimitOrigin Elsewhere = new("64 × Other", ".NET 10.0.12", "2026-11-23");

    [Fact]
    public void Limits_of_times_that_were_measured_elsewhere_are_named() =>
        Write(Elsewhere, Limit(Metric.MedianTime, 14), Limit(Metric.CpuTime, 15)).Should().Equal(
            "The limits at thresholds.json:14, thresholds.json:15 were measured on 64 × Other, .NET 10.0.12, 2026-11-23. "
            + "This is 2 × Processor, .NET 10.0.12, where times differ.");

    [Fact]
    public void Bytes_and_ratios_and_limits_of_this_machine_are_not()
    {
        Write(Elsewhere, Limit(Metric.AllocatedBytes, 14), Limit(Metric.TimeRatio, 15)).Should().BeEmpty();
        Write(LimitOrigin.Of(Recorded.Document.Machine, default), Limit(Metric.MedianTime, 14)).Should().BeEmpty();
        Write(Elsewhere, Limit(Metric.MedianTime, 16)).Should().BeEmpty("nothing is said of line 16");
    }

    private static IEnumerable<string> Write(LimitOrigin origin, params Limit[] limits) => OriginNotes.Write(
        [new CaseLimits(Example.Stream, limits)],
        new Dictionary<int, LimitOrigin> { [14] = origin, [15] = origin },
        Recorded.Document.Machine);

    private static Limit Limit(Metric metric, int line) => Example.Limit(metric, max: 5) with { Line = line };
}
