using HttpPerf;
using Xunit;
using Xunit.Abstractions;

namespace Samples;

public class ReadJsonTests(ITestOutputHelper output)
{
    [PerfTheory<ReadJson>]
    public void Meet_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [Fact]
    [Trait("Category", "ReadJson")]
    public void A_stream_allocates_less() =>
        Assert.True(Perf.Measure<ReadJson>("FromStream(Orders: 10)", output).AllocatedRatio < 1);
}
