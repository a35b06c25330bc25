using HttpPerf;

namespace Samples;

[TestClass]
public static class PerfRunEnd
{
    [AssemblyCleanup]
    public static void ShowSummary(TestContext context)
    {
        foreach (var line in PerfRun.End())
            context.DisplayMessage(MessageLevel.Warning, line);
    }
}
