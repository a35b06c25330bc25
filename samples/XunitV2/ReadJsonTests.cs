using HttpPerf;

namespace Samples;

public class ReadJsonTests
{
    [PerfTheory<ReadJson>]
    public void Meet_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
