namespace HttpPerf.PerfTests;

public class ReadPatternTests
{
    [PerfTheory<ReadPattern>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
