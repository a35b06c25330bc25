using System.Globalization;

namespace HttpPerf.Hosting.Child;

// The hook's answer to one command, message by message. A late answer to another command bears another number.
internal sealed class ServerAnswer(int number)
{
    private readonly string _number = number.ToString(CultureInfo.InvariantCulture);
    private readonly List<ServerMessage> _messages = [];
    private readonly TaskCompletionSource<IReadOnlyList<ServerMessage>> _whole = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public int Number => number;

    // Ends with `done` or `failed`.
    public Task<IReadOnlyList<ServerMessage>> Whole => _whole.Task;

    // Called by the one thread that reads the server's output.
    public void Hear(ServerMessage message)
    {
        if (message.Arguments is not [var answered, ..] || answered != _number)
            return;

        _messages.Add(message with { Arguments = [.. message.Arguments.Skip(1)] });
        if (message.Verb is ServerMessage.Done or ServerMessage.Failed)
            _whole.TrySetResult(_messages);
    }
}
