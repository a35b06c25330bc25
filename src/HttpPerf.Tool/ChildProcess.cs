using System.ComponentModel;
using System.Diagnostics;

namespace HttpPerf.Tool;

/// <summary>Runs programs, and leaves none behind.</summary>
internal static class ChildProcess
{
    /// <summary>How long a program may take to end by itself, after Ctrl+C has reached it too.</summary>
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(20);

    /// <summary>How much later than a program that Ctrl+C has ended this process may learn of it, on a busy machine.</summary>
    private static readonly TimeSpan SignalDelay = TimeSpan.FromMilliseconds(500);

    /// <summary>How long the processes that a program leaves behind may go on, if Ctrl+C ends neither them nor their output.</summary>
    private static readonly TimeSpan OutputTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Runs a program whose input and output are this process's own.</summary>
    /// <returns>Its exit code.</returns>
    public static async Task<int> Run(
        string program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string> environment,
        CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(program, arguments);
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        using var process = Start(start);
        await WaitForExit(process, EndTimeout, cancellation);
        return process.ExitCode;
    }

    /// <summary>Runs a program and captures what it writes.</summary>
    public static async Task<CapturedRun> Capture(
        string program, IEnumerable<string> arguments, string folder, CancellationToken cancellation)
    {
        using var process = Start(new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        });
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

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new ToolException($"{start.FileName} can't be started: {e.Message}. Install it, or add its folder to PATH.");
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
            using var end = new CancellationTokenSource(timeout);
            await process.WaitForExitAsync(end.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
            throw;
        }
    }
}

/// <summary>What came of a program.</summary>
internal readonly record struct CapturedRun(int ExitCode, string Output, string Error);
