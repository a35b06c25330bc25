namespace HttpPerf.PerfTests;

public class RefitTests
{
    [PerfTheory<RefitRequest>]
    public void Requests_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<RefitPayment>]
    public void Payments_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<RefitEndpoint>]
    public void The_endpoint_stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
