namespace HttpPerf.Clients.Measuring;

/// <summary>The subject of a table's row.</summary>
/// <param name="Name">What the table and <c>--clients</c> call it.</param>
/// <param name="Description">In a few words, with its threads and processes.</param>
/// <param name="Installation">Which one is installed, or what to install.</param>
/// <param name="Start">Starts it. Throws a <see cref="ClientException"/> if it doesn't start.</param>
internal sealed record Subject(
    string Name, string Description, Installation Installation, Func<CancellationToken, Task<IRunner>> Start)
{
    /// <summary>Its published result; null if there is none.</summary>
    public string? Published { get; init; }
}

/// <param name="Version">Which one is installed; null if none is, or if it doesn't tell.</param>
/// <param name="Missing">A sentence that says what to install; null if it is there.</param>
internal sealed record Installation(string? Version, string? Missing = null)
{
    public static Installation Lacks(string missing) => new(null, missing);
}
