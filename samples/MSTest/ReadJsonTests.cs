using HttpPerf;

namespace Samples;

[TestClass]
public class ReadJsonTests(TestContext context)
{
    [TestMethod]
    [DynamicData(nameof(Cases))]
    public void Meet_their_thresholds(string benchmark) => Find(benchmark).ShouldMeetItsThresholds();

    [TestMethod]
    [TestCategory("ReadJson")]
    public void A_stream_allocates_less() => Assert.IsLessThan(1, Find("FromStream(Orders: 10)").Measure().AllocatedRatio);

    // By name, because MSTest makes tests only of rows that it can serialize.
    private static IEnumerable<TestDataRow<string>> Cases() => PerfCase.Discover(typeof(ReadJson))
        .Select(c => new TestDataRow<string>(c.Name) { DisplayName = c.Name, TestCategories = [.. c.Categories] });

    private PerfCase Find(string benchmark) => PerfCase.Find(typeof(ReadJson), benchmark, () => new MSTestOutput(context));
}
