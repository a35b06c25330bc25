using HttpPerf;
using NUnit.Framework;

namespace Samples;

[SetUpFixture]
public class PerfRunEnd
{
    [OneTimeTearDown]
    public void ShowSummary()
    {
        foreach (var line in PerfRun.End())
            TestContext.Error.WriteLine(line);
    }
}
