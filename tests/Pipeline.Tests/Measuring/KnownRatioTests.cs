using FluentAssertions;
using HttpPerf.Judging.Comparing;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>
/// Benchmarks that do a known multiple of another's work, counted in steps, not in time. Paired medians were within 3 % of the truth
/// on a machine with two hogs on two cores; 10 % leaves room for hosts that are worse.
/// </summary>
[Collection(nameof(JudgedMeasurements))]
public sealed class KnownRatioTests : IClassFixture<JudgedTimes>
{
    private const int Steps = 20_000;

    private static ulong _sink;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    public async Task Work_of_k_times_as_many_steps_takes_k_times_as_long(int factor)
    {
        var options = new FakeMeasurement { Random = new Random(1) };

        var samples = await Fake.Measure(
            options, 4, Fake.Of(Fake.Baseline, () => Spin(Steps)), Fake.Of(Fake.One, () => Spin(factor * Steps)));

        var ratio = GroupComparison.Compare(samples, new ErrorRates()).Cases[1].Measured[Metric.TimeRatio];
        ratio.Value.Should().BeInRange(0.9 * factor, 1.1 * factor);
        ratio.Lower.Should().BeLessThan(1.1 * factor);
        ratio.Upper.Should().BeGreaterThan(0.9 * factor);
    }

    [Fact]
    public async Task A_copy_takes_as_long_as_its_reference_and_twice_as_long_for_twice_the_work()
    {
        var options = new FakeMeasurement { Random = new Random(1) };

        var samples = await Fake.Measure(options, 8, Fake.Of(Fake.Baseline, () => Spin(Steps)), Fake.Of(Fake.One, () => Spin(5 * Steps)));

        var check = GroupComparison.Compare(samples, new ErrorRates()).AACheck;
        check.Control!.Value.Value.Should().BeInRange(0.9, 1.1);
        check.DoubledControl!.Value.Value.Should().BeInRange(1.8, 2.2);
    }

    [Fact]
    public async Task A_pause_of_the_garbage_collector_is_not_part_of_a_time_but_reported()
    {
        var benchmark = Fake.Of(Fake.One, () => GC.Collect());

        var samples = (await Fake.Measure(Fake.Quick, 1, benchmark)).Cases[0];

        samples.Gc.Gen2.Should().Be((int)samples.Gc.Operations);
        samples.Gc.Gen0.Should().Be(samples.Gc.Gen2, "a collection of an older generation counts for the younger ones too");
        samples.Gc.PauseNanoseconds.Should().BePositive();
        samples.Times[0].Should().OnlyContain(t => t >= 0);
    }

    private static void Spin(int steps)
    {
        // Each step needs the one before it, so that no processor does several at once.
        var x = _sink | 1;
        for (var i = 0; i < steps; i++)
            x = (x * 6364136223846793005) + 1442695040888963407;
        _sink = x;
    }
}
