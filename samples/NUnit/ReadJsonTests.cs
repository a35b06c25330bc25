using HttpPerf;
using NUnit.Framework;

namespace Samples;

public class ReadJsonTests
{
    [TestCaseSource(typeof(PerfCases), nameof(PerfCases.Of), [typeof(ReadJson)])]
    public void Meet_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
