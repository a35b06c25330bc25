namespace HttpPerf.Model.Faults;

/// <summary>A request that was answered by an error or a redirect.</summary>
/// <param name="Request">Method and URL, without query.</param>
/// <param name="Status">The status, 300 or above.</param>
/// <param name="Body">The first lines of the body; empty if there is none.</param>
internal sealed record ErrorAnswer(string Request, int Status, string Body)
{
    /// <summary>Whether the case was called again to see the answer.</summary>
    public bool IsOfRepeatedCall { get; init; }
}
