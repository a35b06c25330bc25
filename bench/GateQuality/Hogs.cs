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
        for (var i = 0; i < count; i++)
            hogs._processes.Add(Process.Start(Command())!);
        return hogs;
    }

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

    private static ProcessStartInfo Command()
    {
        // Under `dotnet GateQuality.dll` this process is dotnet, and has to be told what to run.
        var self = Environment.ProcessPath!;
        string[] arguments = Path.GetFileNameWithoutExtension(self) == "dotnet" ? [typeof(Hogs).Assembly.Location, Argument] : [Argument];
        return new ProcessStartInfo(self, arguments) { RedirectStandardInput = true };
    }
}
