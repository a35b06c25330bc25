using HttpPerf;
using NUnit.Framework;

namespace Samples;

public class ReadJsonTests
{
    [TestCaseSource(typeof(PerfCases), nameof(PerfCases.Of), [typeof(ReadJson)])]
    public void Meet_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [Test]
    [Category("ReadJson")]
    public void A_stream_allocates_less() => Assert.That(
        PerfCase.Find(typeof(ReadJson), "FromStream(Orders: 10)", () => new NUnitOutput()).Measure().AllocatedRatio, Is.LessThan(1));
}
