using HttpPerf;

namespace Orders.PerfTests;

public class OrdersTests
{
    [PerfTheory<OrderRequests>]
    public void Requests(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<PlacingOrders>]
    public void Placing(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<GrowingOrders>]
    public void Growing(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<LimitedRequests>]
    public void Limited(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<MissingOrders>]
    public void Missing(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
