using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
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
        other = other with { Cases = [.. other.Cases.Select(c => c.Id == Group.Stream ? c.With(bytes) : c)] };

        Ranges(Process(1, 100), other)[Metric.AllocatedBytes].Upper.Should().BeInRange(least, most);
    }

    /// <summary>As was seen of a server: 9,000 B, and 9,808 B in some calls, of which the next run had more.</summary>
    [Theory]
    [InlineData(2, 0)]
    [InlineData(0, 2)]
    public void A_limit_has_room_for_what_more_calls_of_the_next_run_may_allocate(int here, int elsewhere)
    {
        static GroupSamples Run(int more)
        {
            static double[] Epoch(int epoch, int more) =>
                [.. Enumerable.Range(0, 8).Select(window => epoch + (8 * window) < more ? 9808.0 : 9000)];
            AllocationSamples bytes = new([.. Enumerable.Range(0, 8).Select(epoch => Epoch(epoch, more))], 1);
            var run = Process(1, 9000);
            return run with { Cases = [.. run.Cases.Select(c => c.With(bytes).WithServer(bytes))] };
        }

        var first = Add([Group.Stream], Run(here), Run(elsewhere), Run(0)).Find(Group.Stream)!;
        var next = GroupComparison.Compare(Run(22), new ErrorRates()).Find(Group.Stream)!;

        foreach (var metric in new[] { Metric.AllocatedBytes, Metric.ServerAllocatedBytes })
        {
            var limit = SuggestedLimit.Max(metric, SuggestedLimit.RangeOf(first, metric));
            limit.Should().Be(9910, "that is 9,808 B and 1 %");
            next.Measured[metric].Upper.Should().BeGreaterThan(9090).And.BeLessThan(limit);
        }
    }

    [Theory]
    [InlineData(1, 9_808, 9_090)]
    [InlineData(4, 30_000, 9_090)]
    public void It_has_none_for_what_occurs_once_or_is_much_more(int more, double bytes, double limit)
    {
        double[] windows = [.. Enumerable.Repeat(bytes, more), .. Enumerable.Repeat(9000.0, 200)];

        var evidence = new AllocationEvidence(
            windows.Length, 1, 0, AllocationExcess.None, AllocationExcess.FindRecurring(new([windows], 1), usual: 9000));

        SuggestedLimit.Max(Metric.AllocatedBytes, evidence.Widen(Estimate.Exact(9000))).Should().Be(limit);
    }

    [Fact]
    public void What_a_process_could_not_read_has_no_range()
    {
        var withServer = Process(1, 100);
        withServer = withServer with { Cases = [.. withServer.Cases.Select(c => c.WithServer(c.Allocation))] };

        Ranges(withServer, withServer).Keys.Should().Contain(Metric.ServerAllocatedBytes);
        Ranges(withServer, Process(1, 100)).Keys.Should().NotContain(Metric.ServerAllocatedBytes);
        Ranges(Process(1, 100), withServer).Keys.Should().NotContain(Metric.ServerAllocatedBytes);
    }

    [Fact]
    public void Bytes_need_not_be_measured_where_no_case_is_asked_for()
    {
        var timesAlone = Process(1, 100);
        timesAlone = timesAlone with { Cases = [.. timesAlone.Cases.Select(c => c.With(new AllocationSamples([], 1)))] };

        Add([], Process(1, 100), timesAlone).Cases.Should().OnlyContain(c => c.Ranges.Count == 0);
    }

    private static IReadOnlyDictionary<Metric, Estimate> Ranges(GroupSamples own, GroupSamples other) =>
        Add([Group.Stream], own, other).Find(Group.Stream)!.Ranges;

    private static GroupComparison Add(IReadOnlyList<CaseId> cases, GroupSamples own, params GroupSamples[] others) =>
        ProcessRanges.Add(GroupComparison.Compare(own, new ErrorRates()), cases, others, 0.01);

    private static GroupSamples Process(double time, double bytes)
    {
        double[][] Times(double each) => [.. Enumerable.Range(0, 4).Select(_ => Enumerable.Repeat(each, 16).ToArray())];
        var stream = Group.Times(Group.Stream, Times(time)).With(new AllocationSamples([[bytes, bytes, bytes]], 64));
        return Group.Of(Group.Times(Group.Baseline, Times(1)), stream);
    }
}
