using HttpPerf;

namespace Todo.PerfTests;

public class TodoTests
{
    [PerfRequests<Program>("Todo.Api.http")]
    public void Stays_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();

    [PerfEndpoints<Program>]
    public void Endpoints_stay_as_fast_as_they_were(PerfCase request) => request.ShouldMeetItsThresholds();
}
