namespace HttpPerf.Tool;

/// <summary>Exit codes of the tool's own. All others are those of <c>dotnet test</c>.</summary>
internal static class ExitCode
{
    /// <summary>Nothing was compared. <c>git bisect run</c> skips a commit with this code.</summary>
    public const int NotCompared = 125;

    /// <summary>That of a command that is ended by Ctrl+C.</summary>
    public const int Interrupted = 130;
}
