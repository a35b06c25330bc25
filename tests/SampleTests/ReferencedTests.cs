using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

public class ReferencedTests
{
    [PerfTheory<Referenced>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
