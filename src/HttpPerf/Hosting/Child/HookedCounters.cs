using HttpPerf.Counting;

namespace HttpPerf.Hosting.Child;

// What the hook counts in the API's process when the parent asks for it.
internal sealed class HookedCounters
{
    public const string Start = "count start";
    public const string Stop = "count stop";

    // Made when first asked for: an API that nobody counts in needn't load what counting takes.
    private ServerCounters? _counters;

    // A line is the command's number, which every message of the answer repeats, and the command.
    public IEnumerable<ServerMessage> Obey(string line)
    {
        var number = line.Split(' ')[0];
        return Answer(line[number.Length..].Trim()).Select(message => message with { Arguments = [number, .. message.Arguments] });
    }

    private IReadOnlyList<ServerMessage> Answer(string command)
    {
        try
        {
            return [.. command is Start ? Begin() : command is Stop ? End() : throw new NotSupportedException($"There is no command '{command}'."), new(ServerMessage.Done, [])];
        }
        catch (Exception e)
        {
            return [new(ServerMessage.Failed, [CounterWords.Escape(e.Message)])];
        }
    }

    // The thread that listens to the parent has nothing else to do.
    private IEnumerable<ServerMessage> Begin()
    {
        _counters ??= new();
        _counters.Start(CancellationToken.None).GetAwaiter().GetResult();
        return [];
    }

    private IEnumerable<ServerMessage> End() =>
        CounterWords.Write((_counters ?? throw new InvalidOperationException("Nothing is being counted.")).Stop(CancellationToken.None).GetAwaiter().GetResult());
}
