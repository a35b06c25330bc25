using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tools;

/// <summary>A load generator that is started anew for every run.</summary>
/// <param name="tool">Which one.</param>
internal sealed class ToolClient(ITool tool) : IRunner
{
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(10);

    public async Task<RunAnswer> Run(TimeSpan duration, CancellationToken cancellation)
    {
        var command = tool.Command(duration);
        command.RedirectStandardOutput = true;
        command.RedirectStandardError = true;
        using var process = Commands.Start(command);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        timeout.CancelAfter(duration + Grace);
        var errors = ErrorTail.Of(process);
        try
        {
            var output = await process.StandardOutput.ReadToEndAsync(timeout.Token);
            await process.WaitForExitAsync(timeout.Token);
            return tool.Read(output) ?? throw new ClientException(
                $"Its output can't be read (exit code {process.ExitCode}): '{Shorten(output)}'. {errors.Quote()}");
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            cancellation.ThrowIfCancellationRequested();
            throw new ClientException(
                $"It did not end within {(duration + Grace).TotalSeconds:0.###} s, so it was ended. {errors.Quote()}");
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static string Shorten(string output) => output.Length <= 300 ? output.Trim() : $"{output[..300].Trim()}…";
}
