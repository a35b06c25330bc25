namespace HttpPerf.Requests;

/// <summary>A line of a file, as messages show it, e.g. <c>MyApi.http:12</c>.</summary>
/// <param name="File">The file's name.</param>
/// <param name="Line">From 1.</param>
internal readonly record struct FileLine(string File, int Line)
{
    public override string ToString() => $"{File}:{Line}";

    /// <summary>An error at this place.</summary>
    /// <param name="problem">The problem, and the text to write instead.</param>
    public BenchmarkDeclarationException Error(string problem) => new($"{this}: {problem}");
}
