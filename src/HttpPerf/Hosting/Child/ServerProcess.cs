using System.ComponentModel;
using System.Diagnostics;

namespace HttpPerf.Hosting.Child;

// The process that the API runs in, as seen from its parent.
internal sealed class ServerProcess
{
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan OutputPatience = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan AnswerPatience = TimeSpan.FromSeconds(5);

    private readonly string _name;
    private readonly Process _process;
    private readonly ServerOutput _output = new();
    private readonly TaskCompletionSource<IReadOnlyList<string>> _listening = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _end;
    private volatile bool _attached;
    private volatile bool _unwanted;
    private volatile string? _failure;
    private volatile ServerAnswer _answer = new(0);

    private ServerProcess(string name, Process process)
    {
        _name = name;
        _process = process;
        Id = process.Id;
        _output.Collect(process.StandardOutput, WithoutMessages);
        _output.Collect(process.StandardError, line => line);
        _end = WatchAsync();
    }

    public int Id { get; }

    public string Output => _output.ToString();

    // Only an end that nobody asked for.
    public string? Failure => _failure;

    public static ServerProcess Start(string name, ProcessStartInfo command)
    {
        try
        {
            return new(name, Process.Start(command)!);
        }
        catch (Win32Exception e)
        {
            throw new HostException($"{name} could not be started with {command.FileName}: {e.Message}.", e);
        }
    }

    public async Task<IReadOnlyList<string>> WaitUntilListeningAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        try
        {
            await Task.WhenAny(_listening.Task, _end).WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new HostException(DidNotListen(timeout));
        }

        return _listening.Task.IsCompletedSuccessfully
            ? await _listening.Task.ConfigureAwait(false)
            : throw new HostException($"{_name} ended with exit code {_process.ExitCode} before it listened. {Quoted()}");
    }

    // One command at a time.
    public async Task<IReadOnlyList<ServerMessage>> AskAsync(string command, CancellationToken cancellationToken)
    {
        var answer = _answer = new(_answer.Number + 1);
        try
        {
            WriteInput(FormattableString.Invariant($"{answer.Number} {command}"));
            await Task.WhenAny(answer.Whole, _end).WaitAsync(AnswerPatience, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new HostException(
                $"{_name} did not answer '{command}' within {AnswerPatience.TotalSeconds:0} s, so what happened in it isn't known. It hangs, " +
                $"or it reads its standard input itself, over which it is asked. {Quoted()}");
        }

        if (!answer.Whole.IsCompletedSuccessfully)
            throw new HostException(_failure ?? $"{_name} was asked to '{command}' after it had been stopped. Keep its host until all is measured.");

        var messages = await answer.Whole.ConfigureAwait(false);
        return messages is [.., { Verb: ServerMessage.Failed, Arguments: [var reason] }]
            ? throw new HostException($"{_name} could not '{command}': {CounterWords.Unescape(reason)}")
            : messages;
    }

    public Task WaitForEndAsync(TimeSpan patience) => SilentlyAsync(_end.WaitAsync(patience));

    public async Task StopAsync()
    {
        _unwanted = true;
        CloseInput();
        await WaitForEndAsync(StopPatience).ConfigureAwait(false);
        await KillAsync().ConfigureAwait(false);
    }

    public async Task KillAsync()
    {
        _unwanted = true;
        if (!_end.IsCompleted)
        {
            Kill();
            await WaitForEndAsync(StopPatience).ConfigureAwait(false);
        }

        _process.Dispose();
    }

    private static async Task SilentlyAsync(Task task) => await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private async Task WatchAsync()
    {
        await _process.WaitForExitAsync().ConfigureAwait(false);
        await SilentlyAsync(_output.WaitForEndAsync(OutputPatience)).ConfigureAwait(false);
        if (!_unwanted)
            _failure = $"{_name} ended by itself with exit code {_process.ExitCode}; nothing measured since can count. {Quoted()}";
    }

    private string? WithoutMessages(string line)
    {
        var message = ServerMessage.Find(ref line);
        if (message is null)
            return line;

        if (message.Verb == ServerMessage.Attached)
            _attached = true;
        if (message.Verb == ServerMessage.Listening)
            _listening.TrySetResult(message.Arguments);
        _answer.Hear(message);

        return line.Length > 0 ? line : null;
    }

    private string DidNotListen(TimeSpan timeout) =>
        $"{_name} did not listen within {timeout.TotalSeconds:0.###} s, so it was ended. " +
        (_attached
            ? $"If it needs longer, raise {nameof(ChildProcessOptions)}.{nameof(ChildProcessOptions.StartupTimeout)}. "
            : "HttpPerf's startup hook did not run in it: see that its runtimeconfig.json doesn't switch off System.StartupHookProvider.IsSupported. ") +
        Quoted();

    private string Quoted() =>
        Output is { Length: > 0 } output ? $"The last lines of its output:\n\n  {output.ReplaceLineEndings("\n  ")}" : "It wrote no output.";

    private void WriteInput(string line)
    {
        try
        {
            _process.StandardInput.WriteLine(line);
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        {
            // The server is gone already.
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
            // The server is gone already.
        }
    }

    private void Kill()
    {
        try
        {
            _process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It ended on its own in this moment.
        }
    }
}
