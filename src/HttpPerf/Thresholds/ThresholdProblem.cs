namespace HttpPerf;

/// <summary>A problem in <c>thresholds.json</c>, or in an environment variable that overrides it.</summary>
/// <param name="File">The file's full path, or the variable's name.</param>
/// <param name="Line">The line of the problem, from 1; 0 for a variable.</param>
/// <param name="Column">Its column, in characters from 1; 0 for a variable.</param>
/// <param name="Message">The text found and the text expected, in full sentences.</param>
public sealed record ThresholdProblem(string File, int Line, int Column, string Message)
{
    /// <summary>The problem in one line: <c>thresholds.json:14:23: …</c>. The exception's first line has the full path.</summary>
    public override string ToString() => Line == 0 ? Message : $"{Path.GetFileName(File)}:{Line}:{Column}: {Message}";
}
