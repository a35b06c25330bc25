using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public class EpochsTests
{
    /// <summary>As R's pt gives them.</summary>
    [Theory]
    [InlineData(0, 1, 0.5)]
    [InlineData(1, 1, 0.75)]
    [InlineData(12.706, 1, 0.975)]
    [InlineData(4.303, 2, 0.975)]
    [InlineData(-3.182, 3, 0.025)]
    [InlineData(2.201, 11, 0.975)]
    [InlineData(2.228, 10, 0.975)]
    public void Students_distribution_is_that_of_tables(double value, int degrees, double below) =>
        Epochs.StudentBelow(value, degrees).Should().BeApproximately(below, 0.0001);

    /// <summary>The prior is cautious, so more than 95 % may be in it, as the review of the model found on real epochs.</summary>
    [Theory]
    [InlineData(0, 0.95, 0.995)]
    [InlineData(0.02, 0.93, 0.97)]
    public void Epochs_lie_where_the_others_predict(double betweenEpochs, double least, double most)
    {
        var random = new Random(1);
        double[] places =
        [
            .. Enumerable.Range(0, 1000).SelectMany(_ => Epochs.Places(
                [.. Enumerable.Range(0, 8).Select(_ => Epoch(random, betweenEpochs * Normal(random)))])),
        ];

        places.Should().HaveCount(8000);
        (places.Count(place => place is > 0.025 and < 0.975) / 8000.0).Should().BeInRange(least, most);
        places.Average().Should().BeApproximately(0.5, 0.02);
    }

    [Fact]
    public void The_error_of_a_process_is_that_of_its_mean()
    {
        var random = new Random(2);
        double[] means = new double[500];
        var errors = new double[500];
        for (var i = 0; i < means.Length; i++)
            (means[i], errors[i]) = Epochs.Estimate([.. Enumerable.Range(0, 8).Select(_ => Epoch(random, 0.02 * Normal(random)))])!.Value;

        var actual = Math.Sqrt(means.Average(mean => mean * mean));
        Math.Sqrt(errors.Average(error => error * error)).Should().BeInRange(0.9 * actual, 1.2 * actual);
    }

    [Fact]
    public void Too_few_epochs_tell_nothing()
    {
        var random = new Random(3);
        double[][] epochs = [.. Enumerable.Range(0, 3).Select(_ => Epoch(random, 0)), [.. Epoch(random, 0).Take(7)]];

        Epochs.Estimate(epochs).Should().BeNull();
        Epochs.Places(epochs).Should().BeEmpty();
    }

    private static double[] Epoch(Random random, double shift) => [.. Enumerable.Range(0, 64).Select(_ => shift + 0.05 * Normal(random))];

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
