using FluentAssertions;
using HttpPerf.Judging.Statistics;
using Xunit;

namespace HttpPerf.Tests.Comparing;

public sealed class SelectionTests
{
    /// <summary>From all values equal to hardly any; fixed seed.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(1_000_000)]
    public void Every_rank_holds_what_sorting_would_put_there_whatever_was_asked_before(int kinds)
    {
        var random = new Random(1);
        for (var length = 1; length <= 60; length++)
        {
            var values = Streams.Of(length, () => random.Next(kinds));
            double[] sorted = [.. values.Order()];
            var ranks = Enumerable.Range(0, length).ToArray();
            random.Shuffle(ranks);

            foreach (var rank in ranks)
                Selection.At(values, rank).Should().Be(sorted[rank]);
        }
    }
}
