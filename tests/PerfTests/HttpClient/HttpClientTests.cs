namespace HttpPerf.PerfTests;

public class HttpClientTests
{
    [PerfTheory<HttpClientPayment>]
    public void Payments_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<HttpClientEndpoint>]
    public void The_endpoint_stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<Echo>]
    public void Echoes_stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
