using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class ProcessNotesTests
{
    [Fact]
    public void What_several_processes_measured_is_shown_with_its_spread()
    {
        ProcessNotes.Write(With(
            (Metric.AgainstTimeRatio, [1, 1.02, 0.98, 1]),
            (Metric.AgainstServerAllocatedBytes, [0, -40, 320, 80]),
            (Metric.MedianTime, [1, 2])))
            .Should().Equal(
                "Between 4 processes: Alone 1.6 % (standard deviation of its ratio to the earlier build), Alone -40 B/op to 320 B/op.");
    }

    [Fact]
    public void One_process_has_no_spread() => ProcessNotes.Write(With((Metric.TimeRatio, [1.1]))).Should().BeEmpty();

    private static GroupComparison With(params (Metric Metric, double[] Values)[] processes) => new(
        [
            new CaseComparison(Group.Alone, new Dictionary<Metric, Estimate>())
            {
                Processes = processes.ToDictionary(p => p.Metric, p => (IReadOnlyList<double>)p.Values),
            },
        ],
        [],
        AACheck.None);
}
