using System.ComponentModel;
using System.Diagnostics;
using System.IO.Pipes;
using System.Text.Json;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Running;
using HttpPerf.Server;

namespace HttpPerf.Workers;

/// <summary>
/// Measures cases in a fresh process of the same test project, with the same environment. A startup hook takes over before the project's
/// Main runs.
/// </summary>
internal static class Worker
{
    /// <summary>How long a worker and its servers may take to end by themselves.</summary>
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(5);

    /// <param name="request">What to measure.</param>
    /// <param name="progress">Receives progress messages, from any thread.</param>
    /// <param name="timeout">After this time the worker is ended.</param>
    /// <param name="cancellation">Ends the worker.</param>
    /// <exception cref="WorkerException">Nothing was measured.</exception>
    public static async Task<GroupSamples> Measure(
        WorkerRequest request, Action<string> progress, TimeSpan timeout, CancellationToken cancellation)
    {
        var name = AgentPipe.NewName();
        await using var pipe = new NamedPipeServerStream(
            name, PipeDirection.InOut, maxNumberOfServerInstances: 1, PipeTransmissionMode.Byte,
            PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);
        using var process = Start(name);
        var output = new ServerOutput(process);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(timeout);
        try
        {
            await Connect(pipe, process, limit.Token);
            // If this process is killed, the socket's file must not be left behind.
            if (!OperatingSystem.IsWindows())
                File.Delete(name);
            await pipe.WriteAsync(WorkerProtocol.Format(request), limit.Token);
            return await Receive(pipe, progress, limit.Token);
        }
        catch (OperationCanceledException e) when (!cancellation.IsCancellationRequested)
        {
            throw new WorkerException($"It took longer than {timeout.TotalSeconds:0} s. {Quote(output)}", e);
        }
        catch (Exception e) when (e is IOException or JsonException)
        {
            // The pipe may close before the last output is read.
            await output.WaitForEndAsync(EndTimeout).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw new WorkerException($"It ended before it had measured anything. {Quote(output)}", e);
        }
        finally
        {
            await End(process, pipe);
        }
    }

    private static Process Start(string pipeName)
    {
        try
        {
            var start = new ProcessStartInfo(DotnetHost.Find(), ["exec", TestAssembly.Find()])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
                CreateNoWindow = true,
            };
            start.Environment.TryGetValue(StartupHookVariable.Name, out var hooks);
            start.Environment[StartupHookVariable.Name] = StartupHookVariable.Append(hooks, typeof(Worker).Assembly.Location);
            start.Environment[WorkerProtocol.PipeVariable] = pipeName;
            CompilationDelay.Remove(start.Environment);
            return Process.Start(start)!;
        }
        catch (Exception e) when (e is Win32Exception or HostException)
        {
            throw new WorkerException($"It could not be started: {e.Message}", e);
        }
    }

    private static async Task Connect(NamedPipeServerStream pipe, Process process, CancellationToken cancellation)
    {
        var connecting = pipe.WaitForConnectionAsync(cancellation);
        await Task.WhenAny(connecting, process.WaitForExitAsync(cancellation));
        if (!connecting.IsCompleted)
            throw new IOException("The process has ended.");
        await connecting;
    }

    private static async Task<GroupSamples> Receive(Stream pipe, Action<string> progress, CancellationToken cancellation)
    {
        using var messages = new StreamReader(pipe, leaveOpen: true);
        while (await messages.ReadLineAsync(cancellation) is { } line)
        {
            var message = WorkerProtocol.ParseMessage(line);
            if (message.Samples is { } samples)
                return samples;
            if (message.Failure is { } failure)
                throw new WorkerException(failure);
            if (message.Progress is { } text)
                progress(text);
        }

        throw new IOException("The process has ended.");
    }

    /// <summary>The worker ends when its pipe closes, and its servers when it ends.</summary>
    private static async Task End(Process process, NamedPipeServerStream pipe)
    {
        await pipe.DisposeAsync();
        try
        {
            using var patience = new CancellationTokenSource(EndTimeout);
            await process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
        }
    }

    private static string Quote(ServerOutput output) => output.ToString() is { Length: > 0 } text
        ? $"The last lines of its output:\n\n  {text.ReplaceLineEndings("\n  ")}"
        : "It wrote no output.";
}
