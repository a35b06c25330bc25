using System.Diagnostics;
using System.Globalization;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The server that a run has started, as the operating system knows it, and its parent, which is the test process.</summary>
internal static class RunningServer
{
    public static int Find(ChildTestRun run) =>
        run.Processes.First(id => CommandOf(id).Contains("TargetApi.dll", StringComparison.Ordinal));

    private static string CommandOf(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/cmdline");
        }
        catch (IOException)
        {
            return "";
        }
    }

    // "id (name) state parent …"
    public static int ParentOf(int process)
    {
        var stat = File.ReadAllText($"/proc/{process}/stat");
        return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1], CultureInfo.InvariantCulture);
    }

    /// <param name="signal">Its name.</param>
    /// <param name="process">A process, or a negative number for a group of processes.</param>
    public static void Send(string signal, int process)
    {
        using var kill = Process.Start("kill", [$"-{signal}", "--", process.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }
}
