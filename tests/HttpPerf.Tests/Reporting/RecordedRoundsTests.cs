using FluentAssertions;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class RecordedRoundsTests
{
    private static readonly CaseId Stream = Cases.Id("Reads.Stream", "String");

    [Fact]
    public void Rounds_are_counted_by_epoch_between_the_ends_of_almost_all()
    {
        // 1 to 2 in equal factors, and one round that was interrupted.
        double[] epoch = [.. Enumerable.Range(0, 480).Select(i => 1000 * Math.Pow(2, i / 479.0))];

        var rounds = RecordedRounds.Record(Samples(epoch, [1e9]), baseline: null)!;

        rounds.Metric.Should().Be("medianTime");
        rounds.Lower.Should().BeApproximately(1017.5, 0.1);
        rounds.Upper.Should().BeApproximately(1968.4, 0.1);
        rounds.Epochs.Select(counts => counts.Sum()).Should().Equal(480, 1);
        rounds.Epochs[0].Skip(1).SkipLast(1).Should().OnlyContain(count => count >= 9 && count <= 11);
        rounds.Epochs[1][^1].Should().Be(1, "a round beyond the ends isn't lost");
    }

    [Fact]
    public void With_a_baseline_the_ratios_of_the_same_rounds_are_counted()
    {
        var rounds = RecordedRounds.Record(Samples([200, 330, 400]), Samples([100, 150, 200]))!;

        rounds.Metric.Should().Be("timeRatio");
        (rounds.Lower, Math.Round(rounds.Upper, 9)).Should().Be((2.0, 2.2));
        (rounds.Epochs[0][0], rounds.Epochs[0][^1]).Should().Be((2, 1));
    }

    [Fact]
    public void Equal_times_and_times_of_none_have_a_place()
    {
        RecordedRounds.Record(Samples([5, 5]), null)!.Epochs[0].Sum().Should().Be(2);
        RecordedRounds.Record(Samples([0, 7]), null)!.Epochs[0].Sum().Should().Be(1);
        RecordedRounds.Record(Samples([]), null).Should().BeNull();
    }

    [Fact]
    public void All_rounds_of_both_builds_are_kept_if_asked_for()
    {
        var kept = RecordedRounds.RecordAll(Samples([1, 2], [3]), before: Samples([4, 5], [6]));

        kept.Nanoseconds.Should().BeEquivalentTo([new[] { 1.0, 2 }, [3]]);
        kept.BeforeNanoseconds.Should().BeEquivalentTo([new[] { 4.0, 5 }, [6]]);
        RecordedRounds.RecordAll(Samples([1, 2]), before: null).BeforeNanoseconds.Should().BeNull();
    }

    private static CaseSamples Samples(params double[][] epochs) => Group.Timed(Stream, epochs);
}
