using FluentAssertions;
using HttpPerf.Judging.Comparing;
using Xunit;
using static HttpPerf.Tests.Comparing.Streams;

namespace HttpPerf.Tests.Comparing;

public sealed class GrowingBytesTests
{
    /// <summary>Bytes of windows that grow with nothing: as they are counted of requests over a network.</summary>
    private static readonly Dictionary<string, Func<Random, double[]>> Steady = new()
    {
        ["exact"] = _ => [.. Enumerable.Repeat(5000.0, 16)],
        ["some larger"] = r => Of(16, () => 5000 + (r.NextDouble() < 0.2 ? 24 * r.Next(100) : 0)),
        ["restless"] = r => Of(16, () => 5000 * Lognormal(r)),
        ["bimodal"] = r => Of(16, () => 5000 + (Bimodal(r) * 1000)),
        ["heavy-tailed"] = r => Of(16, () => 5000 * Pareto(r)),
    };

    public static TheoryData<string> SteadyStreams => [.. Steady.Keys];

    [Fact]
    public void Bytes_that_grow_over_all_epochs_are_found_with_where_they_began_and_ended()
    {
        var epochs = Enumerable.Range(0, 4).Select(e => Enumerable.Range(0, 4).Select(w => 1000.0 + (100 * ((4 * e) + w))).ToArray());

        GrowingBytes.Find([.. epochs]).Should().Be(new GrowingBytes(1150, 2350, InEveryEpoch: false));
    }

    [Fact]
    public void Bytes_that_grow_in_every_epoch_anew_are_found_as_such() =>
        GrowingBytes.Find([.. Enumerable.Repeat(new[] { 1000.0, 1200, 1400, 1600 }, 4)])
            .Should().Be(new GrowingBytes(1000, 1600, InEveryEpoch: true));

    [Fact]
    public void Growth_is_found_behind_noise_and_where_epochs_count_nothing()
    {
        var random = new Random(20261123);
        var windows = 0;

        var growth = GrowingBytes.Find([[], Of(32, Next), [], Of(32, Next)]);

        growth!.InEveryEpoch.Should().BeFalse();
        (growth.Last / growth.First).Should().BeInRange(2, 5);

        double Next() => 1000 * (1 + (windows++ / 16.0)) * (1 + (0.2 * Normal(random)));
    }

    [Theory]
    [InlineData(1080)]
    [InlineData(500)]
    public void Less_than_a_tenth_more_is_no_growth(double last) =>
        GrowingBytes.Find([[.. Enumerable.Range(0, 32).Select(w => 1000 + ((last - 1000) * w / 31))]]).Should().BeNull();

    [Fact]
    public void Few_windows_and_those_without_bytes_tell_nothing()
    {
        GrowingBytes.Find([]).Should().BeNull();
        GrowingBytes.Find([[1000], [9000]]).Should().BeNull();
        GrowingBytes.Find([[1000, 2000, 3000, 4000]]).Should().BeNull();
        GrowingBytes.Find([[.. Enumerable.Repeat(0.0, 64)]]).Should().BeNull();
    }

    [Theory]
    [MemberData(nameof(SteadyStreams))]
    public void What_does_not_grow_is_hardly_ever_taken_for_growth(string stream)
    {
        var random = new Random(20261124);

        Enumerable.Range(0, 2000)
            .Count(_ => GrowingBytes.Find([.. Enumerable.Range(0, 4).Select(_ => Steady[stream](random))]) is not null)
            .Should().BeLessThanOrEqualTo(2);
    }
}
