namespace HttpPerf.PerfTests;

public class RestSharpTests
{
    [PerfTheory<RestSharpRequest>]
    public void Requests_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<RestSharpPayment>]
    public void Payments_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<RestSharpEndpoint>]
    public void The_endpoint_stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
