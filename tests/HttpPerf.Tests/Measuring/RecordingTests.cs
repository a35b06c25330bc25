using FluentAssertions;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class RecordingTests
{
    private static readonly StretchSamples Stretch = new(new GcActivity(5, 4, 3, 2, 1.5), 2.5);

    [Fact]
    public void Samples_of_each_kind_are_at_the_position_of_their_epoch()
    {
        var recording = new Recording(Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), operations: 3))
        {
            Plan = BlockPlan.Single with { Calls = 2 },
        };
        var counters = new CounterSamples(7, new([], new Dictionary<string, string>()));

        recording.Add(new() { Rounds = new([1, 2], MedianBlock: 5), Stretch = Stretch });
        recording.Add(EpochSamples.None);
        recording.Add(new() { Windows = [24, 24], Counters = counters });
        recording.Add(new() { ServerWindows = [80] });

        var samples = recording.ToSamples(oneByOne: true);
        samples.Epochs.Should().BeEquivalentTo(new double[][] { [1, 2] }, options => options.WithStrictOrdering());
        samples.Stretches.Should().Equal(Stretch);
        samples.Allocation.BytesPerOperation.Should().BeEquivalentTo(
            new double[][] { [], [], [24, 24] }, options => options.WithStrictOrdering());
        samples.ServerAllocation!.BytesPerOperation.Should().BeEquivalentTo(
            new double[][] { [], [], [], [80] }, options => options.WithStrictOrdering());
        samples.Counters.Should().Equal(counters);
        samples.Load.Should().BeNull();
        samples.MeasuredAlone.Should().BeTrue();
        (samples.OperationsPerBlock, samples.Allocation.OperationsPerWindow).Should().Be((6, 6));
        recording.LastBlock.Should().Be(5, "it is that of the last epoch with rounds");
    }

    [Fact]
    public void Calls_that_overlap_have_times_of_their_own_and_epochs_without_any_are_empty()
    {
        var load = new LoadModel(4);
        var recording = new Recording(Fake.Concurrent(Fake.One, 4, () => Task.CompletedTask));

        recording.Add(EpochSamples.None);
        recording.Add(new() { Rounds = new([8], MedianBlock: 9) { TimePerOperation = [2], Calls = [new(8, 4)] } });

        var samples = recording.ToSamples(oneByOne: false);
        samples.Load!.Model.Should().Be(load);
        samples.Load.TimePerOperation.Should().BeEquivalentTo(new double[][] { [], [2] }, options => options.WithStrictOrdering());
        samples.Load.Calls.Should().BeEquivalentTo(new CallTime[][] { [], [new(8, 4)] }, options => options.WithStrictOrdering());
        samples.ServerAllocation.Should().BeNull();
    }
}
