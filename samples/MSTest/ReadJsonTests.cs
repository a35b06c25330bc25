using HttpPerf;

namespace Samples;

[TestClass]
public class ReadJsonTests(TestContext context)
{
    [TestMethod]
    [DynamicData(nameof(Cases))]
    public void Meet_their_thresholds(string benchmark) =>
        PerfCase.Find(typeof(ReadJson), benchmark, () => new MSTestOutput(context)).ShouldMeetItsThresholds();

    // By name, because MSTest makes tests only of rows that it can serialize.
    private static IEnumerable<TestDataRow<string>> Cases() => PerfCase.Discover(typeof(ReadJson))
        .Select(c => new TestDataRow<string>(c.Name) { DisplayName = c.Name, TestCategories = [.. c.Categories] });
}
