namespace HttpPerf.Tool;

/// <summary>Exit codes of the tool's own. All others are those of <c>dotnet test</c>.</summary>
internal static class ExitCode
{
    /// <summary>
    /// Nothing was done, and the message says why. <c>git bisect run</c> skips a commit that can't be compared because of this code.
    /// </summary>
    public const int Refused = 125;

    /// <summary>A command was ended by Ctrl+C.</summary>
    public const int Interrupted = 130;
}
