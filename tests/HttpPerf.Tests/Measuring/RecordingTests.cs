using FluentAssertions;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class RecordingTests
{
    private static readonly SoloRunSamples SoloRun = new(new GcActivity(5, 4, 3, 2, 1.5), 2.5);

    [Fact]
    public void Samples_of_each_kind_are_those_of_their_epoch()
    {
        var recording = new Recording(Fake.Of(Fake.One, new VoidOperation(Fake.Nothing), operations: 3))
        {
            Plan = BlockPlan.Single with { Calls = 2 },
        };
        var counters = new CounterSamples(7, new([], new Dictionary<string, string>()));
        EpochSamples[] epochs =
        [
            new() { Rounds = new([1, 2]) { MedianBlock = 5 }, SoloRun = SoloRun },
            EpochSamples.None,
            new() { Windows = [24, 24], Counters = counters },
            new() { ServerWindows = [80] },
        ];

        foreach (var epoch in epochs)
            recording.Add(epoch);

        var samples = recording.ToSamples(oneByOne: true);
        samples.Epochs.Should().Equal(epochs);
        samples.Times.Should().BeEquivalentTo(new double[][] { [1, 2] }, options => options.WithStrictOrdering());
        samples.SoloRuns.Should().Equal(SoloRun);
        samples.Allocation.Counted().BytesPerOperation.Should().BeEquivalentTo(new double[][] { [24, 24] });
        samples.ServerAllocation!.Counted().BytesPerOperation.Should().BeEquivalentTo(new double[][] { [80] });
        samples.Counters.Should().Equal(counters);
        samples.Load.Should().BeNull();
        samples.Calls.Should().BeNull("a time is of six operations");
        samples.MeasuredAlone.Should().BeTrue();
        (samples.OperationsPerBlock, samples.Allocation.OperationsPerWindow).Should().Be((6, 6));
        recording.LastBlock.Should().Be(5, "it is that of the last epoch with rounds");
    }

    [Fact]
    public void Calls_that_overlap_have_times_of_their_own_in_the_epochs_that_timed_them()
    {
        var recording = new Recording(Fake.Concurrent(Fake.One, 4, () => Task.CompletedTask));

        recording.Add(EpochSamples.None);
        recording.ToSamples(oneByOne: false).Load.Should().BeNull("nothing was timed yet");
        recording.Add(new() { Rounds = new([8]) { MedianBlock = 9, OfAllCallers = [2], Calls = [new(8, 4)] } });

        var samples = recording.ToSamples(oneByOne: false);
        samples.Load.Should().Be(new LoadModel(4));
        samples.TimePerOperation.Should().BeEquivalentTo(new double[][] { [2] });
        samples.Calls.Should().BeEquivalentTo(new CallTime[][] { [new(8, 4)] });
        samples.ServerAllocation.Should().BeNull();
    }
}
