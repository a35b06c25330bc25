namespace HttpPerf.GateQuality.Evidence;

/// <summary>A change of a source file: a text that is there once, and what takes its place.</summary>
internal sealed record Patch(string File, string Old, string New)
{
    /// <summary>The text added at the end of the file.</summary>
    public string Appended { get; init; } = "";

    /// <exception cref="InvalidOperationException">The file doesn't have the text once.</exception>
    public string Apply(string text)
    {
        var parts = text.Split(Old);
        return parts.Length == 2
            ? $"{string.Join(New, parts)}\n{Appended}\n"
            : throw new InvalidOperationException(
                $"A seed replaces this text in {File}, which has it {parts.Length - 1} times. Adapt the seed:\n{Old}");
    }
}
