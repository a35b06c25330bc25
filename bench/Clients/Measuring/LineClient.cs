using System.Diagnostics;
using System.Globalization;

namespace HttpPerf.Clients.Measuring;

/// <summary>
/// A program that speaks the line protocol: it says <c>ready</c>, answers each <c>run SECONDS</c> with a line of JSON, and ends with its
/// input. So it ends with this process, however that ends.
/// </summary>
internal sealed class LineClient : IRunner
{
    /// <summary>Java compiles its sources first.</summary>
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(3);

    private readonly Process _process;
    private readonly ErrorTail _errors;
    private readonly TimeSpan _grace;

    private LineClient(Process process, TimeSpan grace)
    {
        (_process, _grace) = (process, grace);
        _errors = ErrorTail.Of(process);
    }

    /// <param name="command">How to start the program.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <param name="grace">How much longer than a run its answer may take; 10 s by default.</param>
    /// <exception cref="ClientException">It ended, or didn't say in time that it is ready.</exception>
    public static async Task<LineClient> Start(ProcessStartInfo command, CancellationToken cancellation, TimeSpan? grace = null)
    {
        command.RedirectStandardInput = true;
        command.RedirectStandardOutput = true;
        command.RedirectStandardError = true;
        var client = new LineClient(Commands.Start(command), grace ?? TimeSpan.FromSeconds(10));
        try
        {
            var line = await client.Read(StartTimeout, "say that it is ready", cancellation);
            return line == "ready" ? client : throw new ClientException($"It should have said 'ready' and said '{line}'.");
        }
        catch
        {
            await client.DisposeAsync();
            throw;
        }
    }

    public async Task<RunAnswer> Run(TimeSpan duration, CancellationToken cancellation)
    {
        try
        {
            await _process.StandardInput.WriteLineAsync(
                string.Create(CultureInfo.InvariantCulture, $"run {duration.TotalSeconds:0.###}"));
            await _process.StandardInput.FlushAsync(cancellation);
        }
        catch (IOException)
        {
            throw new ClientException(await DescribeEnd(cancellation));
        }

        return RunAnswer.Parse(await Read(duration + _grace, "answer", cancellation));
    }

    public async ValueTask DisposeAsync()
    {
        using (_process)
        {
            CloseInput();
            using var timeout = new CancellationTokenSource(EndTimeout);
            try
            {
                await _process.WaitForExitAsync(timeout.Token);
            }
            catch (OperationCanceledException)
            {
                _process.Kill(entireProcessTree: true);
                await _process.WaitForExitAsync(CancellationToken.None);
            }
        }
    }

    private async Task<string> Read(TimeSpan time, string what, CancellationToken cancellation)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        timeout.CancelAfter(time);
        try
        {
            return await _process.StandardOutput.ReadLineAsync(timeout.Token)
                ?? throw new ClientException(await DescribeEnd(cancellation));
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            _process.Kill(entireProcessTree: true);
            throw new ClientException($"It did not {what} within {time.TotalSeconds:0.###} s, so it was ended. {_errors.Quote()}");
        }
    }

    private async Task<string> DescribeEnd(CancellationToken cancellation)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        timeout.CancelAfter(EndTimeout);
        try
        {
            await _process.WaitForExitAsync(timeout.Token);
            return $"It ended with exit code {_process.ExitCode}. {_errors.Quote()}";
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return $"It closed its output without ending. {_errors.Quote()}";
        }
    }

    private void CloseInput()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended already.
        }
    }
}
