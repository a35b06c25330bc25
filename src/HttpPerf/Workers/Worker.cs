using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Model;
using HttpPerf.Results.Programs;
using HttpPerf.Results.Quoting;
using HttpPerf.Server;

namespace HttpPerf.Workers;

/// <summary>
/// Measures cases in a fresh process of the same test project, with the same environment. A startup hook takes over before the project's
/// Main runs.
/// </summary>
internal static class Worker
{
    /// <summary>How long a worker and its servers may take to end by themselves.</summary>
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(8);

    /// <summary>How long its last output may take to arrive.</summary>
    private static readonly TimeSpan OutputTimeout = TimeSpan.FromSeconds(5);

    /// <param name="request">The cases to measure, and how.</param>
    /// <param name="progress">Receives progress messages, from any thread.</param>
    /// <param name="timeout">After this time the worker is ended.</param>
    /// <param name="cancellation">Ends the worker.</param>
    /// <param name="tests">The path of another build of the test assembly, which measures instead; null for this process's.</param>
    /// <exception cref="WorkerException">Nothing was measured.</exception>
    public static async Task<GroupSamples> Measure(
        WorkerRequest request, Action<string> progress, TimeSpan timeout, CancellationToken cancellation, string? tests = null) =>
        (await Run(request, VariablesFor(request), progress, timeout, tests, cancellation)).Samples!;

    private static IReadOnlyDictionary<string, string> VariablesFor(WorkerRequest request) =>
        request.IsAlike ? AlikeCode.Variables : new Dictionary<string, string>();

    /// <summary>Calls cases in a process that writes a trace. The trace is complete on return.</summary>
    /// <param name="request">The cases to call, and how.</param>
    /// <param name="environment">Lets the process write the trace.</param>
    /// <param name="progress">Receives progress messages, from any thread.</param>
    /// <param name="timeout">After this time the worker is ended.</param>
    /// <param name="cancellation">Ends the worker.</param>
    /// <param name="tests">As for <see cref="Measure"/>.</param>
    /// <returns>The cases, in the order of their marks.</returns>
    /// <exception cref="WorkerException">Nothing was called.</exception>
    public static async Task<IReadOnlyList<CaseId>> Profile(
        WorkerRequest request,
        IReadOnlyDictionary<string, string> environment,
        Action<string> progress,
        TimeSpan timeout,
        CancellationToken cancellation,
        string? tests = null) =>
        (await Run(request, environment, progress, timeout, tests, cancellation)).Profiled!;

    private static async Task<WorkerMessage> Run(
        WorkerRequest request,
        IReadOnlyDictionary<string, string> environment,
        Action<string> progress,
        TimeSpan timeout,
        string? tests,
        CancellationToken cancellation)
    {
        await using var pipe = new ChildPipe(ChildPipe.NewName());
        using var process = Start(pipe.Name, tests, environment);
        var output = new ServerOutput(process);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(timeout);
        try
        {
            await Connect(pipe, process, limit.Token);
            await pipe.WriteAsync(WorkerProtocol.Format(request), limit.Token);
            var message = await Receive(pipe, progress, limit.Token);
            // A trace is complete only when the process has ended by itself.
            if (message.Profiled is not null)
                await process.WaitForExitAsync(limit.Token);
            else
                // Meanwhile it tidies up. The pipe's end would hurry it.
                await process.WaitForExitAsync(limit.Token).WaitAsync(EndTimeout, limit.Token)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return message;
        }
        catch (OperationCanceledException e) when (!cancellation.IsCancellationRequested)
        {
            throw new WorkerException($"It took longer than {timeout.InSeconds("0")} s. {output.Quote()}", e);
        }
        catch (Exception e) when (e is IOException or JsonException)
        {
            // The pipe may close before the last output is read.
            await output.WaitForEndAsync(OutputTimeout).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw new WorkerException($"It ended before it had measured anything. {output.Quote()}", e);
        }
        finally
        {
            await End(process, pipe);
        }
    }

    private static Process Start(string pipeName, string? tests, IReadOnlyDictionary<string, string> environment)
    {
        try
        {
            var start = new ProcessStartInfo(DotnetHost.Find(), ["exec", TestAssemblyFile.Startable(tests ?? TestAssemblyFile.Find())])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
                CreateNoWindow = true,
            };
            var original = new Dictionary<string, string?>(start.Environment);
            CompilationDelay.Shorten(start.Environment);
            foreach (var (name, value) in environment)
                start.Environment[name] = value;
            OwnVariables.Declare(start.Environment, original);
            var hook = typeof(Worker).Assembly.Location;
            // Another build has a library of its own, as its code expects it.
            if (tests is not null)
                hook = Path.Combine(Path.GetDirectoryName(tests)!, Path.GetFileName(hook));
            if (StartupHookVariable.FindBlocker(hook) is { } blocker)
                throw new WorkerException($"It could not be started: {blocker}");
            StartupHookVariable.Add(start.Environment, hook);
            start.Environment[WorkerProtocol.PipeVariable] = pipeName;
            return Process.Start(start)!;
        }
        catch (Exception e) when (e is Win32Exception or HostException)
        {
            throw new WorkerException($"It could not be started: {e.Message}", e);
        }
    }

    private static async Task Connect(ChildPipe pipe, Process process, CancellationToken cancellation)
    {
        var connecting = pipe.ConnectAsync(cancellation);
        await Task.WhenAny(connecting, process.WaitForExitAsync(cancellation));
        // Either may be the first that notices.
        cancellation.ThrowIfCancellationRequested();
        if (!connecting.IsCompleted)
            throw new IOException("The process has ended.");
        await connecting;
    }

    private static async Task<WorkerMessage> Receive(ChildPipe pipe, Action<string> progress, CancellationToken cancellation)
    {
        await foreach (var line in pipe.ReadLinesAsync(cancellation))
        {
            var message = WorkerProtocol.ParseMessage(line);
            if (message.Samples is not null || message.Profiled is not null)
                return message;
            if (message.Failure is { } failure)
                throw new WorkerException(Quotation.Of(failure));
            if (message.Progress is { } text)
                progress(text);
        }

        throw new IOException("The process has ended.");
    }

    /// <summary>The worker ends when its pipe closes, and its servers when it ends.</summary>
    private static async Task End(Process process, ChildPipe pipe)
    {
        await pipe.DisposeAsync();
        try
        {
            using var patience = new CancellationTokenSource(EndTimeout);
            await process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            ProcessTree.Kill(process);
        }
    }
}
