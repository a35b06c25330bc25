namespace HttpPerf.Hosting.Child;

// What the hook tells the parent: a line of the server's standard output, `##httpperf verb argument…`. The other direction is
// the server's standard input: lines are commands, `number command`, and its end means that the server should stop.
internal sealed record ServerMessage(string Verb, IReadOnlyList<string> Arguments)
{
    public const string Attached = "attached";
    public const string Listening = "listening";

    // Answers: the number of the command that they belong to, then what they say; the last one is `done` or `failed`.
    public const string Counted = "counted";
    public const string NotApplicable = "not-applicable";
    public const string Done = "done";
    public const string Failed = "failed";

    private const string Marker = "##httpperf ";

    // The API may have written a part of a line just before, so the marker counts wherever it stands.
    public static ServerMessage? Find(ref string line)
    {
        var start = line.IndexOf(Marker, StringComparison.Ordinal);
        if (start < 0)
            return null;

        var words = line[(start + Marker.Length)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        line = line[..start];
        return words is [var verb, .. var arguments] ? new(verb, arguments) : null;
    }

    public override string ToString() => Marker + string.Join(' ', [Verb, .. Arguments]);
}
