using FluentAssertions;
using Xunit;

namespace HttpPerf.SampleTests;

/// <summary>Limits that stand in code instead of a file.</summary>
[Trait("Category", "ByCode")]
public class ByCode
{
    [Fact]
    public void Reading_allocates_a_fifth_of_copying_at_most() =>
        Perf.Measure<Sample>("Reads(Size: 10)").AllocatedRatio.Should().BeLessThan(0.2);
}
