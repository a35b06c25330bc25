using FluentAssertions;
using HttpPerf.Comparing;
using HttpPerf.Running;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class ProcessRangesTests
{
    [Fact]
    public void Times_range_over_the_values_of_the_processes_and_bytes_over_their_intervals()
    {
        var group = Add([Group.Stream], Process(time: 1.02, bytes: 100), Process(time: 1.08, bytes: 104), Process(time: 1.01, bytes: 100));

        var stream = group.Find(Group.Stream)!;
        stream.Ranges.Keys.Should().BeEquivalentTo(
            [Metric.TimeRatio, Metric.TimeRatioP95, Metric.AllocatedBytes, Metric.AllocatedRatio]);
        var (value, lower, upper) = stream.Ranges[Metric.TimeRatio];
        value.Should().BeApproximately((1.02 + 1.08 + 1.01) / 3, 1e-9);
        lower.Should().BeApproximately(1.01, 1e-9);
        upper.Should().BeApproximately(1.08, 1e-9);
        var tail = stream.Measured[Metric.TimeRatioP95];
        stream.Ranges[Metric.TimeRatioP95].Upper.Should().BeApproximately(
            tail.Upper * 1.08 / 1.02, 1e-9, "a slower process has slower tails");
        stream.Ranges[Metric.AllocatedBytes].Should().Be(new Estimate(100, 100, 104));
        stream.Ranges[Metric.AllocatedRatio].Should().Be(new Estimate(1, 1, 1.04));
        stream.Processes.Should().BeEmpty("no verdict rests on them");
        group.Baseline!.Ranges.Should().BeEmpty("it was not asked for");
    }

    [Theory]
    [InlineData(1, 2, 100, 100)]
    [InlineData(4, 16, 475, 3_100)]
    public void What_a_further_process_allocates_now_and_then_widens_no_range_unless_it_is_certain(
        int epochs, int windows, double least, double most)
    {
        double[] Epoch(int more) => [.. Enumerable.Repeat(3_100.0, more), .. Enumerable.Repeat(100.0, 64 - more)];
        var bytes = new AllocationSamples([.. Enumerable.Range(0, 4).Select(epoch => Epoch(epoch < epochs ? windows : 0))], 1);
        var other = Process(1, 100);
        other = other with { Cases = [.. other.Cases.Select(c => c.Id == Group.Stream ? c with { Allocation = bytes } : c)] };

        Ranges(Process(1, 100), other)[Metric.AllocatedBytes].Upper.Should().BeInRange(least, most);
    }

    [Fact]
    public void What_a_process_could_not_read_has_no_range()
    {
        var withServer = Process(1, 100);
        withServer = withServer with { Cases = [.. withServer.Cases.Select(c => c with { ServerAllocation = c.Allocation })] };

        Ranges(withServer, withServer).Keys.Should().Contain(Metric.ServerAllocatedBytes);
        Ranges(withServer, Process(1, 100)).Keys.Should().NotContain(Metric.ServerAllocatedBytes);
        Ranges(Process(1, 100), withServer).Keys.Should().NotContain(Metric.ServerAllocatedBytes);
    }

    [Fact]
    public void Bytes_need_not_be_measured_where_no_case_is_asked_for()
    {
        var timesAlone = Process(1, 100);
        timesAlone = timesAlone with { Cases = [.. timesAlone.Cases.Select(c => c with { Allocation = new([], 1) })] };

        Add([], Process(1, 100), timesAlone).Cases.Should().OnlyContain(c => c.Ranges.Count == 0);
    }

    private static IReadOnlyDictionary<Metric, Estimate> Ranges(GroupSamples own, GroupSamples other) =>
        Add([Group.Stream], own, other).Find(Group.Stream)!.Ranges;

    private static GroupComparison Add(IReadOnlyList<CaseId> cases, GroupSamples own, params GroupSamples[] others) =>
        ProcessRanges.Add(GroupComparison.Compare(own, new ErrorBudget(1)), cases, others, 0.01);

    private static GroupSamples Process(double time, double bytes)
    {
        double[][] Times(double each) => [.. Enumerable.Range(0, 4).Select(_ => Enumerable.Repeat(each, 16).ToArray())];
        var stream = Group.Times(Group.Stream, Times(time)) with { Allocation = new([[bytes, bytes, bytes]], 64) };
        return Group.Of(Group.Times(Group.Baseline, Times(1)), stream);
    }
}
