using System.Diagnostics;

namespace HttpPerf.GateQuality;

/// <summary>Processes that keep a core busy each, until this one ends, however it does.</summary>
internal sealed class Hogs : IDisposable
{
    private const string Argument = "--be-a-hog";

    private readonly List<Process> _processes = [];

    public static Hogs Start(int count)
    {
        var hogs = new Hogs();
        var command = Self.Command(Argument);
        command.RedirectStandardInput = true;
        for (var i = 0; i < count; i++)
            hogs._processes.Add(Process.Start(command)!);
        return hogs;
    }

    /// <summary>Processor time that they have used so far.</summary>
    public TimeSpan ProcessorTime => _processes.Aggregate(TimeSpan.Zero, (sum, process) => sum + process.TotalProcessorTime);

    /// <summary>Whether this process was started to be one.</summary>
    public static bool IsOne(string[] arguments) => arguments is [Argument];

    /// <summary>Ends when the pipe to the parent breaks: the operating system does that even where the parent is killed.</summary>
    public static int Run()
    {
        var spinning = new Thread(() =>
        {
            while (true)
                Spin.For(1_000_000);
        });
        spinning.IsBackground = true;
        spinning.Start();
        Console.In.ReadToEnd();
        return 0;
    }

    public void Dispose()
    {
        foreach (var process in _processes)
        {
            process.Kill();
            process.WaitForExit();
            process.Dispose();
        }
    }
}
