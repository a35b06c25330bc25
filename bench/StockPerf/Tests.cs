using HttpPerf;

namespace StockPerf;

public class Tests
{
    [PerfTheory<StockRequests>]
    public void Requests(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<ReadingStock>]
    public void Reading(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<Twins>]
    public void Identical(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
