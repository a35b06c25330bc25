using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using HttpPerf.Results.Programs;

namespace HttpPerf.Tool;

/// <summary>Runs programs, and leaves none behind. None inherits which repository a git hook works on.</summary>
internal static class ChildProcess
{
    private const int SIGINT = 2;

    /// <summary>How long a program may take to end after an interrupt. CI systems and containers kill this process after 10 s.</summary>
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(5);

    /// <summary>How much later than a program that Ctrl+C has ended this process may learn of it, on a busy machine.</summary>
    private static readonly TimeSpan SignalDelay = TimeSpan.FromMilliseconds(500);

    /// <summary>How long the processes that a program leaves behind may go on, if Ctrl+C ends neither them nor their output.</summary>
    private static readonly TimeSpan OutputTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Runs <c>dotnet</c>, whose input and output are this process's own.</summary>
    /// <returns>Its exit code.</returns>
    public static Task<int> RunDotnet(
        IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(Find("dotnet"), arguments);
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        return Run(start, cancellation);
    }

    /// <summary>Runs a program whose input and output are this process's own.</summary>
    /// <returns>Its exit code.</returns>
    internal static async Task<int> Run(ProcessStartInfo start, CancellationToken cancellation)
    {
        using var process = Start(start);
        await WaitForExit(process, EndTimeout, cancellation);
        return process.ExitCode;
    }

    /// <summary>Runs <c>dotnet</c> and captures its output.</summary>
    public static Task<CapturedRun> CaptureDotnet(IEnumerable<string> arguments, string folder, CancellationToken cancellation) => Capture(
        new ProcessStartInfo(Find("dotnet"), arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        },
        cancellation);

    /// <summary>Runs git and captures its output.</summary>
    public static Task<CapturedRun> CaptureGit(IEnumerable<string> arguments, string folder, CancellationToken cancellation)
    {
        var git = Git.CommandIn(
            folder,
            [
                // Hooks are for commands of the user, and a monitor of the files would outlive this process.
                "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
                // A kept work tree has a longer path than the user's.
                "-c", "core.longpaths=true",
                .. arguments,
            ]) ?? throw Missing("git");
        // Nobody would see its question.
        git.Environment["GIT_TERMINAL_PROMPT"] = "0";
        return Capture(git, cancellation);
    }

    /// <summary>Runs a program whose output is redirected.</summary>
    internal static async Task<CapturedRun> Capture(ProcessStartInfo start, CancellationToken cancellation)
    {
        using var process = Start(start);
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        // They end with the last process that writes to them: none changes a file afterwards.
        Task written = Task.WhenAll(output, error);
        try
        {
            await WaitForExit(process, TimeSpan.Zero, cancellation);
            await written.WaitAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            await written.WaitAsync(OutputTimeout, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }

        return new(process.ExitCode, (await output).Trim(), (await error).Trim());
    }

    private static string Find(string program) => ProgramPath.Find(program) ?? throw Missing(program);

    private static ToolException Missing(string program) =>
        new($"{program} is in no folder of PATH. Install it, or add its folder to PATH.");

    private static Process Start(ProcessStartInfo start)
    {
        Git.RemoveLocalVariables(start.Environment);
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new ToolException($"{start.FileName} can't be started: {e.Message}.");
        }
    }

    private static async Task WaitForExit(Process process, TimeSpan timeout, CancellationToken cancellation)
    {
        try
        {
            await process.WaitForExitAsync(cancellation);
            // Ctrl+C may have reached it first. dotnet then fails as it does otherwise.
            if (process.ExitCode == ExitCode.Interrupted)
                throw new OperationCanceledException();
            if (process.ExitCode != 0 && cancellation.CanBeCanceled)
                await Task.Delay(SignalDelay, cancellation);
        }
        catch (OperationCanceledException)
        {
            if (timeout > TimeSpan.Zero)
                await Interrupt(process, timeout);
            ProcessTree.Kill(process);
            throw;
        }
    }

    /// <summary>
    /// A terminal interrupts all processes at once, and <c>dotnet test</c> relies on it: alone, it leaves the tests behind. Whatever ends a
    /// job, or a container, signals this process only.
    /// </summary>
    private static async Task Interrupt(Process process, TimeSpan timeout)
    {
        if (process.HasExited)
            return;
        Process[] all = [process, .. ProcessTree.FindBelow(process)];
        if (!OperatingSystem.IsWindows())
            foreach (var each in all)
                _ = SendSignal(each.Id, SIGINT);
        using var end = new CancellationTokenSource(timeout);
        await Task.WhenAll(all.Select(each => each.WaitForExitAsync(end.Token)))
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var left in all.Skip(1))
        {
            ProcessTree.Kill(left);
            left.Dispose();
        }
    }

    [DllImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SendSignal(int process, int signal);
}

/// <summary>The result of a program.</summary>
internal readonly record struct CapturedRun(int ExitCode, string Output, string Error);
