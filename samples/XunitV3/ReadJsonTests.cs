using HttpPerf;
using Xunit;

namespace Samples;

public class ReadJsonTests
{
    [PerfTheory<ReadJson>]
    public void Meet_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [Fact]
    [Trait("Category", "ReadJson")]
    public void A_stream_allocates_less() => Assert.True(Perf.Measure<ReadJson>("FromStream(Orders: 10)").AllocatedRatio < 1);
}
